// The first page: the rooms of the person who plays here, and the way to others.

import { listen } from "./link.js";
import { listed } from "./rooms.js";
import { become, leave, me, people, visited } from "./who.js";
import { element, words } from "./written.js";

const lang = document.documentElement.lang;
const title = document.title;
const $ = (id) => document.getElementById(id);

let self = me() || people()[0] || null;
let rooms = [];
let stop = null;

function draw() {
  $("as").hidden = !self;
  $("as-name").textContent = self ? words.as.replace("{name}", self.name) : "";
  listed($("rooms").querySelector("ul"), rooms, { lang, visits: words.visited });
  $("rooms").hidden = !$("rooms").querySelector("li");
  document.title = rooms.some((one) => one.turn) ? `● ${title}` : title;
  const others = people().filter((one) => one.token !== self?.token);
  $("again").hidden = others.length === 0 || self !== null;
  $("again").querySelector(".people").replaceChildren(...others.map((one) => {
    const button = element("button", "", one.name);
    button.type = "button";
    button.addEventListener("click", () => is(one));
    return button;
  }));
}

function is(person) {
  stop?.();
  stop = null;
  self = person;
  rooms = [];
  draw();
  if (!self) return;
  become(self);
  stop = listen(null, lang, {
    told: (name, data) => {
      if (!data.rooms) return;
      rooms = data.rooms;
      draw();
    },
    line: () => {},
    unknown: () => {
      leave(true);
      is(null);
    },
  });
}

$("other").addEventListener("click", () => {
  leave();
  is(null);
});
if (visited().length) $("room").value = visited()[0];
is(self);
