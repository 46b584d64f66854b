// The line to the server: what this tab asks, and what it is told.

import { browser, me } from "./who.js";

const LONGEST_WAIT = 8000;
// The server breathes every 15 seconds; a stream silent for longer is dead.
const SILENCE = 40000;
// How often a tab without a stream asks.
const ASKING = 4000;
// A question takes less; where no answer comes the line is dead, and the next one must not wait.
const LONGEST_ANSWER = 15000;

let wake = () => {};
let doubt = () => {};

// --- what it asks: one question after the other, in the order of the taps ---------------------

let last = Promise.resolve();

/** The status and the answer of the server; status 0: it was not reached. */
export function ask(what, fields) {
  wake();
  const mine = last.then(() => send(what, fields));
  last = mine;
  return mine;
}

async function send(what, fields) {
  const giving = new AbortController();
  const up = setTimeout(() => giving.abort(), LONGEST_ANSWER);
  try {
    const answer = await fetch(`/api/${what}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...authorization() },
      body: JSON.stringify(fields),
      signal: giving.signal,
    });
    return { status: answer.status, ...(await answer.json()) };
  } catch {
    doubt();
    return { status: 0 };
  } finally {
    clearTimeout(up);
  }
}

/** The address of a picture once it is here; null where it cannot be had. */
export async function fetched(fields) {
  for (let pause = 500; pause < 60000; pause *= 2) {
    try {
      const answer = await fetch(`/api/picture?${new URLSearchParams(fields)}`, { headers: authorization() });
      if (answer.status === 200) return URL.createObjectURL(await answer.blob());
      if (answer.status < 500) return null;
    } catch {
      // No connection: it may be back in a moment.
    }
    await new Promise((done) => { setTimeout(done, pause); });
  }
  return null;
}

function authorization() {
  return me() ? { Authorization: `Bearer ${me().token}` } : {};
}

// --- what it is told --------------------------------------------------------------------------

/**
 * Listen until `stop()` is called, to a room, or with `room` null to the list of rooms alone.
 * `told(name, data)` gets each event, `line(ok)` hears whether there is a connection, `unknown()`
 * that the server does not know this tab.
 *
 * A browser opens few connections to one server. Where other tabs need them the server ends this
 * tab's stream, and it asks from time to time until somebody uses it again.
 */
export function listen(room, lang, { told, line, unknown }) {
  const where = new URLSearchParams(room === null ? { lang } : { lang, room });
  let over = false;
  let asking = false;
  let wait = 250;
  let breaking = new AbortController();
  let go = () => {};

  async function open(path, accept) {
    const answer = await fetch(path, {
      headers: { Accept: accept, ...authorization() },
      cache: "no-store",
      signal: breaking.signal,
    });
    if (answer.status === 401 && !over) {
      over = true;
      unknown();
    }
    return answer;
  }

  function hear(name, data) {
    if (over) return;
    if (name === "crowded") {
      asking = true;
      return;
    }
    wait = 250;
    line(true);
    try {
      told(name, data);
    } catch (error) {
      // A fault of the page's own: all there is is asked for anew, but it is no lost connection.
      reportError(error);
      throw error;
    }
  }

  /** Follow a stream to its end; true if that end was asked for. */
  async function stream() {
    let dog;
    const alive = () => {
      clearTimeout(dog);
      dog = setTimeout(() => breaking.abort(), SILENCE);
    };
    try {
      alive();
      const answer = await open(`/api/events?${where}&browser=${browser()}`, "text/event-stream");
      if (!answer.ok) return false;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done || over) return asking;
        alive();
        text += value;
        const pieces = text.split("\n\n");
        text = pieces.pop();
        for (const piece of pieces) {
          const event = parsed(piece);
          if (event) hear(event.name, event.data);
        }
      }
    } finally {
      clearTimeout(dog);
    }
  }

  /** Ask once; true if there was an answer. */
  async function look() {
    const answer = await open(`/api/state?${where}`, "application/json");
    if (!answer.ok) return false;
    hear("state", await answer.json());
    return true;
  }

  const pause = (time) => new Promise((done) => {
    const timer = setTimeout(done, time);
    go = () => {
      clearTimeout(timer);
      done();
    };
  });

  async function forever() {
    while (!over) {
      breaking = new AbortController();
      let fine = false;
      try {
        fine = asking ? await look() : await stream();
      } catch {
        // Broken off: it is tried again.
      }
      if (over) return;
      if (!fine) {
        line(false);
        await pause(wait);
        wait = Math.min(wait * 2, LONGEST_WAIT);
      } else if (asking) {
        await pause(ASKING);
      }
    }
  }

  const used = () => {
    if (!asking || over) return;
    asking = false;
    go();
  };
  const online = () => {
    wait = 250;
    go();
  };
  const shown = () => {
    if (!document.hidden) used();
  };
  wake = used;
  // A stream may be dead and not know it yet: opened anew, it says so.
  doubt = () => breaking.abort();
  addEventListener("focus", used);
  addEventListener("online", online);
  document.addEventListener("visibilitychange", shown);
  forever();
  return () => {
    over = true;
    wake = () => {};
    doubt = () => {};
    removeEventListener("focus", used);
    removeEventListener("online", online);
    document.removeEventListener("visibilitychange", shown);
    breaking.abort();
    go();
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
