// What this browser and this tab remember: people, rooms, and who the tab is.

const BROWSER = "pinnacola.browser";
const PEOPLE = "pinnacola.people";
const ROOMS = "pinnacola.rooms";
const TAB = "pinnacola.tab";
const SHOWN = "pinnacola.shown";
const MOST_PEOPLE = 6;
const MOST_ROOMS = 8;

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

function list(key) {
  const found = stored(localStorage, key);
  return Array.isArray(found) ? found : [];
}

// --- people: a tab has its own, so that two tabs can be two people ------------------------------

let self = stored(sessionStorage, TAB);

export const me = () => self;

/** People who have been in rooms from this browser, the last one first. */
export function people() {
  return list(PEOPLE).filter((one) => one && one.token && one.name);
}

export function become(person) {
  self = person;
  store(sessionStorage, TAB, person);
  const others = people().filter((one) => one.token !== person.token);
  store(localStorage, PEOPLE, [person, ...others].slice(0, MOST_PEOPLE));
}

/** Nobody; with `forget` this browser does not offer the person again either. */
export function leave(forget = false) {
  if (forget && self) {
    store(localStorage, PEOPLE, people().filter((one) => one.token !== self.token));
  }
  self = null;
  store(sessionStorage, TAB, null);
}

// --- rooms ------------------------------------------------------------------------------------

/** The rooms that were looked at from this browser, the last one first. */
export function visited() {
  return list(ROOMS).filter((one) => typeof one === "string");
}

export function visit(room) {
  store(localStorage, ROOMS, [room, ...visited().filter((one) => one !== room)].slice(0, MOST_ROOMS));
}

/** Which thread this tab showed last in a room; with a `name`, that it shows this one now. */
export function looked(room, name) {
  const all = stored(sessionStorage, SHOWN) || {};
  if (name) store(sessionStorage, SHOWN, { ...all, [room]: name });
  return name || all[room];
}

// --- the browser ------------------------------------------------------------------------------

/** A mark that all tabs of this browser share; empty where it keeps nothing. */
export function browser() {
  const known = stored(localStorage, BROWSER);
  if (typeof known === "string" && known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  store(localStorage, BROWSER, [...bytes].map((one) => one.toString(16).padStart(2, "0")).join(""));
  return stored(localStorage, BROWSER) || "";
}
