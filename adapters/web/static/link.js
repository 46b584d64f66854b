// The line to the server: who this tab is, what it asks, what it is told.

const PEOPLE = "pinnacola.people";
const TAB = "pinnacola.tab";
const LONGEST_WAIT = 8000;
// The server breathes every 15 seconds; a stream silent for longer is dead.
const SILENCE = 40000;

// --- who this tab is: its own store, so that two tabs can be two people -----------------------

function stored(where, key) {
  try {
    return JSON.parse(where.getItem(key));
  } catch {
    return null;
  }
}

function store(where, key, value) {
  try {
    if (value === null) where.removeItem(key);
    else where.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays until the tab is closed.
  }
}

let self = stored(sessionStorage, TAB);

export const me = () => self;

/** People who have been in rooms from this browser, the last one first. */
export function people() {
  const found = stored(localStorage, PEOPLE);
  return Array.isArray(found) ? found.filter((one) => one && one.token && one.name) : [];
}

export function become(person) {
  self = person;
  store(sessionStorage, TAB, person);
  const others = people().filter((one) => one.token !== person.token);
  store(localStorage, PEOPLE, [person, ...others].slice(0, 6));
}

/** Nobody; with `forget` this browser does not offer the person again either. */
export function leave(forget = false) {
  if (forget && self) {
    store(localStorage, PEOPLE, people().filter((one) => one.token !== self.token));
  }
  self = null;
  store(sessionStorage, TAB, null);
}

// --- what it asks: one question after the other, in the order of the taps ---------------------

let last = Promise.resolve();

/** The status and the answer of the server; status 0: it was not reached. */
export function ask(what, fields) {
  const mine = last.then(() => send(what, fields));
  last = mine;
  return mine;
}

async function send(what, fields) {
  try {
    const answer = await fetch(`/api/${what}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...authorization() },
      body: JSON.stringify(fields),
    });
    return { status: answer.status, ...(await answer.json()) };
  } catch {
    return { status: 0 };
  }
}

function authorization() {
  return self ? { Authorization: `Bearer ${self.token}` } : {};
}

// --- what it is told --------------------------------------------------------------------------

/**
 * Listen to a room until `stop()` is called. `told(name, data)` gets each event, `line(ok)` hears
 * whether there is a connection, `unknown()` that the server does not know this tab.
 */
export function listen(room, { told, line, unknown }) {
  let over = false;
  let wait = 250;
  let breaking = new AbortController();

  async function once() {
    breaking = new AbortController();
    let dog;
    const alive = () => {
      clearTimeout(dog);
      dog = setTimeout(() => breaking.abort(), SILENCE);
    };
    try {
      alive();
      const answer = await fetch(`/api/events?room=${encodeURIComponent(room)}`, {
        headers: { Accept: "text/event-stream", ...authorization() },
        cache: "no-store",
        signal: breaking.signal,
      });
      if (answer.status === 401) {
        over = true;
        unknown();
        return;
      }
      if (!answer.ok) return;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done || over) return;
        alive();
        text += value;
        const pieces = text.split("\n\n");
        text = pieces.pop();
        for (const piece of pieces) {
          const event = parsed(piece);
          if (!event) continue;
          wait = 250;
          line(true);
          told(event.name, event.data);
        }
      }
    } catch {
      // Broken off: it is tried again.
    } finally {
      clearTimeout(dog);
    }
  }

  async function forever() {
    while (!over) {
      await once();
      if (over) return;
      line(false);
      await new Promise((go) => setTimeout(go, wait));
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  }

  const hurry = () => {
    wait = 250;
  };
  addEventListener("online", hurry);
  forever();
  return () => {
    over = true;
    removeEventListener("online", hurry);
    breaking.abort();
  };
}

function parsed(piece) {
  let name = "message";
  const data = [];
  for (const row of piece.split("\n")) {
    if (row.startsWith("event: ")) name = row.slice(7);
    if (row.startsWith("data: ")) data.push(row.slice(6));
  }
  return data.length ? { name, data: JSON.parse(data.join("\n")) } : null;
}
