// The rooms of a person as links, each with how it stands there.

import { visited } from "./who.js";
import { element, write } from "./written.js";

/**
 * Fill a list. `rooms` are those where the person sits, as the server tells; below them come those
 * visited from this browser. `here` is the room that is being looked at.
 */
export function listed(place, rooms, { lang, here = null, visits = "" }) {
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.room : null;
  const seated = new Set(rooms.map((one) => one.room));
  const others = visited().filter((room) => !seated.has(room) && room !== here);
  const all = [...rooms, ...others.map((room) => ({ room, text: visits, turn: false }))];
  place.replaceChildren(...all.map((one) => item(one, lang, here)));
  if (focused) place.querySelector(`[data-room="${focused}"]`)?.focus({ preventScroll: true });
}

function item({ room, text, turn }, lang, here) {
  const made = element("li");
  const link = element("a", turn ? "room turn" : "room");
  link.href = `/r/${room}?lang=${lang}${turn ? "#private" : ""}`;
  link.dataset.room = room;
  if (room === here) link.setAttribute("aria-current", "page");
  const about = element("span", "about");
  write(about, text);
  link.append(element("span", "name", room), about);
  if (turn) link.append(element("span", "dot"));
  made.append(link);
  return made;
}
