// The page of a room: puts the line, the two threads and the list of rooms together.

import { ask, fetched, listen } from "./link.js";
import { ticking } from "./clock.js";
import { listed } from "./rooms.js";
import { Thread } from "./thread.js";
import { become, leave, looked, me, people, visit } from "./who.js";
import { element, textOf, words, write } from "./written.js";

const room = document.body.dataset.room;
const lang = document.documentElement.lang;
const title = document.title;
const $ = (id) => document.getElementById(id);
const narrow = matchMedia("(max-width: 799px)");

const threads = {};
for (const name of ["group", "private"]) {
  const fetching = (message) => fetched({ room, lang, thread: name, message: message.id, digest: message.picture.digest });
  threads[name] = new Thread($(name), name, { tap, act: chosen, putAway, fetching });
}
const tick = ticking();
const unread = new Set();
let rooms = [];
let shown = "group";
let stop = null;
// The name under which somebody else sits here, once the person knows.
let toldSame = null;

// --- the two threads --------------------------------------------------------------------------

function show(name, focus = false) {
  shown = looked(room, name);
  for (const each of Object.keys(threads)) {
    const here = each === name;
    const tab = $(`tab-${each}`);
    tab.setAttribute("aria-selected", String(here));
    tab.tabIndex = here ? 0 : -1;
    $(each).classList.toggle("behind", !here);
  }
  seen();
  if (!focus) return;
  if (narrow.matches) $(`tab-${name}`).focus();
  else threads[name].focus();
}

// On a phone the private thread lies over the group's: the browser's Back leads to the group before
// it leaves the room. One entry of its history at most, however often is changed between them.
const OVER = "private over group";
let goingBack = false;

/** Show a thread because of what the person does. */
function go(name, focus = false) {
  const before = shown;
  show(name, focus);
  if (!narrow.matches || before === name || goingBack) return;
  if (name === "private") history.pushState(OVER, "");
  else if (history.state === OVER) {
    goingBack = true;
    history.back();
  }
}

addEventListener("popstate", () => {
  if (!stop) return;
  if (goingBack) {
    goingBack = false;
    // Changed once more before the browser was there.
    if (shown === "private") history.pushState(OVER, "");
  } else if (location.hash === "#private") {
    // The link of this very room: the page is not loaded anew.
    history.replaceState(narrow.matches ? OVER : null, "", location.pathname + location.search);
    show("private");
  } else {
    show(history.state === OVER ? "private" : "group");
  }
});

function visible(name) {
  return !document.hidden && (!narrow.matches || shown === name);
}

function seen() {
  for (const name of Object.keys(threads)) if (visible(name)) unread.delete(name);
  marks();
}

/** How it stands in this room, for who sits here. */
function here() {
  return rooms.find((one) => one.room === room);
}

/** Is it the person's turn in this room? */
function turn() {
  return Boolean(here()?.turn);
}

/** The signs that something waits: in the other thread, in another room, behind another tab. */
function marks() {
  const waits = { group: unread.has("group"), private: unread.has("private") || turn() };
  for (const name of Object.keys(threads)) {
    const dot = $(`tab-${name}`).querySelector(".dot");
    const call = name === "private" && turn();
    dot.hidden = !waits[name] || visible(name);
    dot.classList.toggle("call", call);
    dot.firstElementChild.textContent = call ? here().text : words.unread;
  }
  const elsewhere = rooms.filter((one) => one.room !== room && one.turn).length;
  const badge = $("elsewhere");
  badge.hidden = elsewhere === 0;
  badge.querySelector(".count").textContent = elsewhere || "";
  const behind = document.hidden && (unread.size > 0 || turn());
  document.title = behind || elsewhere ? `● ${title}` : title;
}

function roles() {
  for (const name of Object.keys(threads)) {
    const section = $(name);
    if (narrow.matches) section.setAttribute("role", "tabpanel");
    else section.removeAttribute("role");
  }
  seen();
}

$("tabs").addEventListener("click", (event) => {
  const tab = event.target.closest("[role=tab]");
  if (tab) go(tab.getAttribute("aria-controls"));
});
$("tabs").addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    go(shown === "group" ? "private" : "group", true);
  }
});
document.addEventListener("visibilitychange", seen);
narrow.addEventListener("change", roles);

// --- what the server tells --------------------------------------------------------------------

function told(name, data) {
  if (name === "state") {
    tick(data.now - Date.now() / 1000);
    inRooms(data.rooms);
    for (const [each, thread] of Object.entries(threads)) {
      const first = thread.messages.size === 0;
      const arrived = thread.state(data[each]);
      if (first) thread.toEnd();
      if (first || !arrived) continue;
      thread.arrived();
      if (!visible(each)) unread.add(each);
      aloud(each, thread.newest, null, true);
    }
  } else if (name === "rooms") {
    inRooms(data.rooms);
  } else if (name === "change") {
    changed(threads[data.thread], data);
  }
  marks();
  tick();
}

function changed(thread, data) {
  if (data.gone !== undefined) {
    thread.gone(data.gone);
    return;
  }
  const before = thread.messages.get(data.message.id)?.message;
  const fresh = thread.put(data.message);
  if (fresh) thread.arrived();
  if (fresh && !visible(data.thread)) unread.add(data.thread);
  if (!before) answerSeen(data.thread);
  aloud(data.thread, data.message, before, fresh);
}

/** Who has asked goes on from the answer. It may be here before the thread is shown, or after. */
function answerSeen(name) {
  if (visible(name) && threads[name].newest?.said) threads[name].focus();
}

/** Say what is new to who cannot see it: little, for there is much. */
function aloud(name, message, before, fresh) {
  const first = textOf(message.lines[0]);
  const last = textOf(message.lines.at(-1));
  let say = "";
  if (fresh) say = name === "private" && last !== first ? `${first}. ${last}` : first;
  else if (before && name === "private") say = added(textOf(before.lines.at(-1)), last);
  speak(say);
}

/** What a line says now and did not before: of the turns of others the newest only. */
function added(before, now) {
  if (now === before) return "";
  const told = before.split(" · ");
  return now.split(" · ").filter((piece) => !told.includes(piece)).join(" · ") || now;
}

function speak(text) {
  if (!text) return;
  const place = $("spoken");
  place.replaceChildren();
  write(place, text);
}

function inRooms(newer) {
  const waited = new Set(rooms.filter((one) => one.turn).map((one) => one.room));
  const calls = newer.filter((one) => one.turn && one.room !== room && !waited.has(one.room));
  rooms = newer;
  const visiting = here() ? [] : [{ room, text: words.here, turn: false }];
  listed($("rooms").querySelector("ul"), [...visiting, ...rooms], { lang, here: room, visits: words.visited });
  if (calls.length) speak(calls.map((one) => `${one.room}: ${one.text}`).join(". "));
}

// --- what the person does ---------------------------------------------------------------------

// Where it is seen what a command has done, or what it asks; the others answer in their own place.
const SHOWN_IN = { pinnacola: "group", table: "group", leave: "group", stop: "group", kick: "group", hand: "private" };

async function tap(button, name) {
  const link = button.dataset.link;
  if (link) {
    await opened(link);
    return;
  }
  threads[name].acted();
  button.classList.add("sent");
  answered(await ask("tap", { room, thread: name, payload: button.dataset.payload, lang }));
  button.classList.remove("sent");
}

async function opened(link) {
  go("private", true);
  threads.private.toEnd();
  const argument = link.slice("private:".length);
  if (argument) answered(await ask("command", { room, thread: "private", name: "start", argument, lang }));
}

/** A command, by the button of that label, wherever it stands. */
async function chosen(name, label) {
  const first = document.querySelector(`#bar [data-command="${name}"]`)?.dataset.ask;
  if (first !== undefined && !(await sure(`${label} – ${words.really}`))) return;
  if (name in SHOWN_IN) go(SHOWN_IN[name]);
  answered(await ask("command", { room, thread: "group", name, lang }));
}

async function putAway(message) {
  const answer = await ask("put-away", { message });
  if (answer.status === 0) toast(words.lost);
}

function answered(answer) {
  if (answer.status === 401) {
    out();
  } else if (answer.status === 0) {
    toast(words.lost);
  } else if (answer.notice) {
    if (answer.alert) alertBox(answer.notice);
    else toast(answer.notice);
  } else if (answer.error) {
    toast(words.trouble);
  }
  if (answer.show) {
    go(answer.show);
    threads[answer.show].toEnd();
    answerSeen(answer.show);
  }
}

function toast(text) {
  const one = element("p", "toast");
  write(one, text);
  // The newest only: what was said before is seen on the screen by now.
  $("toasts").replaceChildren(one);
  makeRoom();
  setTimeout(() => {
    one.remove();
    makeRoom();
  }, 3000 + 50 * text.length);
}

/** A toast lies over the frame; what does not fit there pushes the threads down. */
function makeRoom() {
  const desk = $("desk");
  desk.style.marginTop = "";
  const over = $("toasts").offsetHeight - desk.getBoundingClientRect().top;
  if ($("toasts").firstChild && over > 0) desk.style.marginTop = `${over}px`;
}

function alertBox(text) {
  const place = $("alert-text");
  place.replaceChildren();
  write(place, text);
  if (!$("alert").open) $("alert").showModal();
}

function sure(text) {
  const box = $("ask");
  $("ask-text").textContent = text;
  box.returnValue = "";
  box.showModal();
  return new Promise((go) => {
    box.addEventListener("close", () => go(box.returnValue === "yes"), { once: true });
  });
}

// --- what opens below the top: the commands, the rooms ----------------------------------------

const PANELS = { menu: "bar", place: "rooms" };

function open(button, now) {
  $(button).setAttribute("aria-expanded", String(now));
  const panel = $(PANELS[button]);
  // What is hidden has no focus to keep.
  const lost = !now && panel.contains(document.activeElement);
  panel.classList.toggle("open", now);
  if (lost && !panel.checkVisibility()) $(button).focus();
}

document.addEventListener("click", (event) => {
  const command = event.target.closest("button.command");
  for (const [button, panel] of Object.entries(PANELS)) {
    if (event.target.closest(`#${button}`)) open(button, $(button).getAttribute("aria-expanded") !== "true");
    else if (command || !event.target.closest(`#${panel}`)) open(button, false);
  }
  if (command) chosen(command.dataset.command, command.textContent);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const button of Object.keys(PANELS)) {
    if ($(button).getAttribute("aria-expanded") !== "true") continue;
    open(button, false);
    $(button).focus();
  }
});

// --- who it is --------------------------------------------------------------------------------

const PARTS = ["desk", "tabs", "bar", "menu", "me"];

function enter() {
  $("who").hidden = true;
  document.body.classList.remove("alone");
  for (const id of PARTS) $(id).hidden = false;
  $("me").textContent = me().name;
  visit(room);
  inRooms([]);
  roles();
  const asked = location.hash === "#private" || history.state === OVER;
  show(asked ? "private" : looked(room) || shown);
  // Used once: a reload shows what was looked at last.
  history.replaceState(history.state, "", location.pathname + location.search);
  stop = listen(room, lang, { told, line: connected, unknown: () => out(true) });
}

function out(forget = false) {
  stop?.();
  stop = null;
  leave(forget);
  for (const id of PARTS) $(id).hidden = true;
  for (const thread of Object.values(threads)) thread.state([]);
  unread.clear();
  inRooms([]);
  marks();
  connected(true);
  $("who").hidden = false;
  // The form alone may be higher than the window.
  document.body.classList.add("alone");
  const known = people();
  $("again").hidden = known.length === 0;
  $("again").querySelector(".people").replaceChildren(...known.map((one) => {
    const button = element("button", "", one.name);
    button.type = "button";
    button.addEventListener("click", () => is(one));
    return button;
  }));
  $("name").value = "";
  $("same").hidden = true;
  ($("again").querySelector("button") || $("name")).focus();
}

function is(person) {
  become(person);
  enter();
}

$("who").addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = $("name").value.trim();
  const plain = name.toLocaleLowerCase();
  // In one browser a name is one person; somebody else's name at this table is another matter.
  const known = people().find((one) => one.name.toLocaleLowerCase() === plain);
  if (known) {
    is(known);
    return;
  }
  const answer = await ask("session", { name, room, same: plain === toldSame, lang });
  if (answer.token) {
    is({ token: answer.token, name: answer.name });
  } else if (answer.status === 409) {
    toldSame = plain;
    $("same").textContent = words.same.replace("{name}", name);
    $("same").hidden = false;
    $("name").select();
  } else if (answer.status === 422) {
    toast(words.name_bad);
  } else {
    answered(answer);
  }
});
$("me").addEventListener("click", () => out());

function connected(ok) {
  const text = ok ? "" : words.reconnecting;
  if ($("line").textContent !== text) $("line").textContent = text;
  document.body.classList.toggle("offline", !ok);
}

if (me()) enter();
else out();
