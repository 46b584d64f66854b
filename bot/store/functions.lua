-- The steps of the store that must be whole or not at all. Python puts the library's header and
-- `local PREFIX` in front. All keys of one call carry one hash tag, so they live in one slot.
--
-- Nothing here reads the clock: times come in as arguments.

-- How many request tokens a chat remembers. A lost reply is repeated within seconds; more commits
-- of one chat than this in between do not happen, and if they did, the repetition would find a
-- newer version and be decided again.
local REMEMBERED = 16

-- Seconds for which counts of calls are kept when nothing of them holds any more. Times of calls come
-- from the clocks of processes, which may differ a little from the server's.
local KEPT = 120

local function number(text)
  return tonumber(text or '0') or 0
end

local function seen(tokens, request)
  return string.find('\n' .. tokens .. '\n', '\n' .. request .. '\n', 1, true) ~= nil
end

local function remember(tokens, request)
  local kept = { request }
  for token in string.gmatch(tokens, '[^\n]+') do
    if #kept == REMEMBERED then
      break
    end
    kept[#kept + 1] = token
  end
  return table.concat(kept, '\n')
end

-- keys: table, due, stale, results, the match's log, the log that is kept no longer
-- args: code, expected version, token, stamp, deadline or '', 1 with a text or 0, text, how many
-- results, 1 to begin the log anew or 0, results..., lines of the log...
-- answers {1} when written (now or before), else {0, version, text or nil, stamp}
local function commit(keys, args)
  local code, expect, request = args[1], number(args[2]), args[3]
  local stored = redis.call('HMGET', keys[1], 'v', 'ids', 'stamp')
  local version, tokens, stamp = number(stored[1]), stored[2] or '', number(stored[3])
  if seen(tokens, request) then
    return { 1 }
  end
  if version ~= expect then
    return { 0, version, redis.call('HGET', keys[1], 'doc'), stamp }
  end
  redis.call('HSET', keys[1], 'v', version + 1, 'ids', remember(tokens, request),
    'stamp', math.max(stamp, number(args[4])))
  if args[6] == '1' then
    redis.call('HSET', keys[1], 'doc', args[7])
  else
    redis.call('HDEL', keys[1], 'doc')
  end
  if args[5] == '' then
    redis.call('ZREM', keys[2], code)
  else
    redis.call('ZADD', keys[2], args[5], code)
  end
  redis.call('ZADD', keys[3], version + 1, code)
  local first = 10 + number(args[8])
  for i = 10, first - 1 do
    redis.call('RPUSH', keys[4], args[i])
  end
  if args[9] == '1' then
    redis.call('DEL', keys[5], keys[6])
  end
  for i = first, #args do
    redis.call('RPUSH', keys[5], args[i])
  end
  return { 1 }
end

-- keys: table, due, the place for the text set aside
-- args: code, version, reason
-- answers 1 when set aside (now, or by this very request before its reply was lost), else 0
local function set_aside(keys, args)
  local stored = redis.call('HMGET', keys[1], 'v', 'doc')
  local version, expect = number(stored[1]), number(args[2])
  if version == expect + 1 and redis.call('EXISTS', keys[3]) == 1 then
    return 1
  end
  if version ~= expect or not stored[2] then
    return 0
  end
  redis.call('HSET', keys[3], 'doc', stored[2], 'reason', args[3])
  redis.call('HDEL', keys[1], 'doc')
  redis.call('HSET', keys[1], 'v', version + 1)
  redis.call('ZREM', keys[2], args[1])
  return 1
end

-- keys: stale    args: code, the version that is shown
-- answers 0, or the newer version that was committed meanwhile: then the mark stays
local function clear_stale(keys, args)
  local marked = number(redis.call('ZSCORE', keys[1], args[1]))
  if marked > number(args[2]) then
    return marked
  end
  redis.call('ZREM', keys[1], args[1])
  return 0
end

-- keys: stale    args: codes...
-- answers for each code the version last committed, or 0 where nothing is to be drawn
local function marks(keys, args)
  local versions = {}
  for i = 1, #args do
    versions[i] = number(redis.call('ZSCORE', keys[1], args[i]))
  end
  return versions
end

-- keys: stale    args: how many at most
-- answers {code, version, code, version ...}, chosen by chance: a chat that cannot be drawn for a
-- long time must not stand before all others
local function stale(keys, args)
  return redis.call('ZRANDMEMBER', keys[1], args[1], 'WITHSCORES')
end

-- keys: due    args: now, end of the lease, codes...
-- answers the codes that were still due; they come again when the lease has ended
local function claim(keys, args)
  local now, claimed = tonumber(args[1]), {}
  for i = 3, #args do
    local score = redis.call('ZSCORE', keys[1], args[i])
    if score and tonumber(score) <= now then
      redis.call('ZADD', keys[1], args[2], args[i])
      claimed[#claimed + 1] = args[i]
    end
  end
  return claimed
end

-- keys: table, due    args: code, version, the next deadline or ''
-- answers 1, or 0 when the document has another version: then its deadline counts
local function put_off(keys, args)
  if number(redis.call('HGET', keys[1], 'v')) ~= number(args[2]) then
    return 0
  end
  if args[3] == '' then
    redis.call('ZREM', keys[2], args[1])
  else
    redis.call('ZADD', keys[2], args[3], args[1])
  end
  return 1
end

-- What was called under one key: the times, newest first, and until when nothing may be called.
local function calls(key)
  local stored = redis.call('HMGET', key, 'made', 'shut')
  local made = {}
  for at in string.gmatch(stored[1] or '', '%S+') do
    made[#made + 1] = at
  end
  return { made = made, shut = number(stored[2]) }
end

-- When one more call is allowed. `paces` are 'calls/seconds', `kept` is the share of the calls
-- that is left to others.
local function allowed_at(was, paces, kept)
  local at = was.shut
  for count, seconds in string.gmatch(paces, '(%d+)/([%d.]+)') do
    local nth = was.made[math.max(1, count - math.floor(count * kept))]
    if nth then
      at = math.max(at, tonumber(nth) + tonumber(seconds))
    end
  end
  return at
end

local function made(key, was, paces, now)
  local most, longest = 0, 0
  for count, seconds in string.gmatch(paces, '(%d+)/([%d.]+)') do
    most, longest = math.max(most, tonumber(count)), math.max(longest, tonumber(seconds))
  end
  if most == 0 then
    return
  end
  table.insert(was.made, 1, now)
  while #was.made > most do
    table.remove(was.made)
  end
  redis.call('HSET', key, 'made', table.concat(was.made, ' '))
  redis.call('EXPIRE', key, math.ceil(math.max(longest, was.shut - tonumber(now)) + KEPT))
end

-- keys: the calls of the bot, then those of the account of each call, the most urgent first
-- args: now, the bot's paces, then for each call: the account's paces, the share of the bot's
-- calls that it leaves to more urgent ones
-- answers for each call '' where it is allowed and counted, else '<account> <bot>': from when each
-- of the two allows it
local function spend(keys, args)
  local now, whole = tonumber(args[1]), calls(keys[1])
  local known, answers = {}, {}
  for i = 2, #keys do
    local key, paces, kept = keys[i], args[2 * i - 1], number(args[2 * i])
    known[key] = known[key] or calls(key)
    local own_at, bot_at = allowed_at(known[key], paces, 0), allowed_at(whole, args[2], kept)
    if own_at <= now and bot_at <= now then
      made(key, known[key], paces, args[1])
      made(keys[1], whole, args[2], args[1])
      answers[#answers + 1] = ''
    else
      answers[#answers + 1] = string.format('%.17g %.17g', own_at, bot_at)
    end
  end
  return answers
end

-- keys: the calls of an account or of the bot    args: now, until when nothing may be called
local function shut(keys, args)
  local until_then = math.max(calls(keys[1]).shut, tonumber(args[2]))
  redis.call('HSET', keys[1], 'shut', string.format('%.17g', until_then))
  redis.call('EXPIRE', keys[1], math.ceil(math.max(0, until_then - tonumber(args[1])) + KEPT))
  return 1
end

-- keys: lease    args: owner, milliseconds
local function lease(keys, args)
  local holder = redis.call('GET', keys[1])
  if holder and holder ~= args[1] then
    return 0
  end
  redis.call('SET', keys[1], args[1], 'PX', args[2])
  return 1
end

-- keys: lease    args: owner
local function release(keys, args)
  if redis.call('GET', keys[1]) == args[1] then
    redis.call('DEL', keys[1])
  end
  return 1
end

-- keys: heartbeat    args: now, seconds without a beat that are an outage
-- answers {seconds lost in all, 1 if an outage ends with this beat, else 0}
local function beat(keys, args)
  local known = redis.call('HMGET', keys[1], 'at', 'lost')
  local now, at, lost = tonumber(args[1]), tonumber(known[1] or args[1]), number(known[2])
  local ended = now - at > tonumber(args[2])
  if ended then
    lost = lost + now - at
  end
  -- A process whose clock is behind does not take the beat of another back.
  redis.call('HSET', keys[1], 'at', string.format('%.3f', math.max(now, at)),
    'lost', string.format('%.3f', lost))
  return { string.format('%.3f', lost), ended and 1 or 0 }
end

redis.register_function(PREFIX .. 'commit', commit)
redis.register_function(PREFIX .. 'set_aside', set_aside)
redis.register_function(PREFIX .. 'clear_stale', clear_stale)
redis.register_function(PREFIX .. 'marks', marks)
redis.register_function(PREFIX .. 'stale', stale)
redis.register_function(PREFIX .. 'claim', claim)
redis.register_function(PREFIX .. 'put_off', put_off)
redis.register_function(PREFIX .. 'spend', spend)
redis.register_function(PREFIX .. 'shut', shut)
redis.register_function(PREFIX .. 'lease', lease)
redis.register_function(PREFIX .. 'release', release)
redis.register_function(PREFIX .. 'beat', beat)
