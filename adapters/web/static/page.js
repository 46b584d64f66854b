// The page of a room: puts the line and the two threads together.

import { ask, become, leave, listen, me, people } from "./link.js";
import { Thread } from "./thread.js";
import { element, words, write } from "./written.js";

const room = document.body.dataset.room;
const lang = document.documentElement.lang;
const title = document.title;
const $ = (id) => document.getElementById(id);
const narrow = matchMedia("(max-width: 799px)");

const threads = {};
for (const name of ["group", "private"]) {
  threads[name] = new Thread($(name), name, { tap, act: (what) => command(what, name), putAway });
}
const unread = new Set();
let shown = "group";
let stop = null;
let ahead = 0;

// --- the two threads --------------------------------------------------------------------------

function show(name, focus = false) {
  shown = name;
  for (const each of Object.keys(threads)) {
    const here = each === name;
    const tab = $(`tab-${each}`);
    tab.setAttribute("aria-selected", String(here));
    tab.tabIndex = here ? 0 : -1;
    $(each).classList.toggle("behind", !here);
  }
  seen();
  if (focus && narrow.matches) $(`tab-${name}`).focus();
}

function visible(name) {
  return !document.hidden && (!narrow.matches || shown === name);
}

function seen() {
  for (const name of Object.keys(threads)) if (visible(name)) unread.delete(name);
  marks();
}

function marks() {
  for (const name of Object.keys(threads)) {
    $(`tab-${name}`).querySelector(".dot").hidden = !unread.has(name);
  }
  document.title = unread.size && document.hidden ? `● ${title}` : title;
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
  if (tab) show(tab.getAttribute("aria-controls"));
});
$("tabs").addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    show(shown === "group" ? "private" : "group", true);
  }
});
document.addEventListener("visibilitychange", seen);
narrow.addEventListener("change", roles);

// --- what the server tells --------------------------------------------------------------------

function told(name, data) {
  if (name === "state") {
    ahead = data.now - Date.now() / 1000;
    for (const [each, thread] of Object.entries(threads)) {
      const first = thread.messages.size === 0;
      if (!thread.state(data[each])) continue;
      thread.toEnd();
      if (!first && !visible(each)) unread.add(each);
    }
    marks();
    tick();
    return;
  }
  if (name !== "change") return;
  const thread = threads[data.thread];
  if (data.gone !== undefined) {
    thread.gone(data.gone);
    return;
  }
  const before = thread.messages.get(data.message.id)?.message;
  const fresh = thread.put(data.message);
  if (fresh) thread.toEnd();
  if (fresh && !visible(data.thread)) unread.add(data.thread);
  marks();
  aloud(data.thread, data.message, before, fresh);
  tick();
}

/** Say what is new to who cannot see it: little, for there is much. */
function aloud(name, message, before, fresh) {
  const text = (line) => (line ? line.spans.map((span) => span.text).join("") : "");
  const first = text(message.lines[0]);
  const last = text(message.lines.at(-1));
  let say = "";
  if (fresh) say = name === "private" && last !== first ? `${first}. ${last}` : first;
  else if (before && name === "private" && last !== text(before.lines.at(-1))) say = last;
  if (!say) return;
  const place = $("spoken");
  place.replaceChildren();
  write(place, say);
}

// --- what the person does ---------------------------------------------------------------------

async function tap(button, name) {
  const link = button.dataset.link;
  if (link) {
    await opened(link);
    return;
  }
  button.classList.add("sent");
  answered(await ask("tap", { room, thread: name, payload: button.dataset.payload, lang }));
  button.classList.remove("sent");
}

async function opened(link) {
  show("private", true);
  threads.private.toEnd();
  const argument = link.slice("private:".length);
  if (argument) answered(await ask("command", { room, thread: "private", name: "start", argument, lang }));
}

async function command(name, thread) {
  answered(await ask("command", { room, thread, name, lang }));
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
    show(answer.show);
    threads[answer.show].toEnd();
  }
}

function toast(text) {
  const one = element("p", "toast");
  write(one, text);
  // The newest only: what was said before is seen on the screen by now.
  $("toasts").replaceChildren(one);
  setTimeout(() => one.remove(), 3000 + 50 * text.length);
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

// --- the bar of commands ----------------------------------------------------------------------

function menu(open) {
  $("menu").setAttribute("aria-expanded", String(open));
  $("bar").classList.toggle("open", open);
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button.command");
  if (!event.target.closest("#menu, #bar") || button) menu(false);
  if (!button) return;
  const { command: name, ask: first } = button.dataset;
  if (first !== undefined && !(await sure(`${button.textContent} – ${words.really}`))) return;
  const here = name === "hand" ? "private" : "group";
  if (["pinnacola", "table", "hand"].includes(name)) show(here);
  await command(name, "group");
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && $("bar").classList.contains("open")) {
    menu(false);
    $("menu").focus();
  }
});
$("menu").addEventListener("click", () => menu($("menu").getAttribute("aria-expanded") !== "true"));

// --- who it is --------------------------------------------------------------------------------

function enter() {
  $("who").hidden = true;
  for (const id of ["desk", "tabs", "bar", "menu", "me"]) $(id).hidden = false;
  $("me").textContent = me().name;
  roles();
  show(shown);
  stop = listen(room, { told, line: connected, unknown: () => out(true) });
}

function out(forget = false) {
  stop?.();
  stop = null;
  leave(forget);
  for (const id of ["desk", "tabs", "bar", "menu", "me"]) $(id).hidden = true;
  for (const thread of Object.values(threads)) thread.state([]);
  unread.clear();
  marks();
  connected(true);
  $("who").hidden = false;
  const known = people();
  $("again").hidden = known.length === 0;
  $("again").querySelector(".people").replaceChildren(...known.map((one) => {
    const button = element("button", "", one.name);
    button.type = "button";
    button.addEventListener("click", () => {
      become(one);
      enter();
    });
    return button;
  }));
  $("name").value = "";
  $("name").focus();
}

$("who").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await ask("session", { name: $("name").value, lang });
  if (answer.token) {
    become({ token: answer.token, name: answer.name });
    enter();
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

// --- countdowns -------------------------------------------------------------------------------

const relative = new Intl.RelativeTimeFormat(lang, { numeric: "always" });

function tick() {
  const now = Date.now() / 1000 + ahead;
  for (const time of document.querySelectorAll("time.countdown")) {
    const left = Math.max(0, Math.round(time.dataset.until - now));
    const steps = [[3600, "hour"], [60, "minute"], [1, "second"]];
    const [size, unit] = left < 90 ? steps[2] : steps.find(([one]) => left >= one);
    const text = relative.format(Math.round(left / size), unit);
    if (time.textContent !== text) time.textContent = text;
  }
}
setInterval(tick, 1000);

if (me()) enter();
else out();
