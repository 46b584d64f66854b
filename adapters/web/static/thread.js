// A thread: its messages, changed in place, so that nothing moves under a finger or out of focus.

import { bare, dress, element, inside, lines, textOf, words, write } from "./written.js";

// A button that has just come to mean something else takes no tap meant for what it was.
const SETTLE = 300;
const NEAR = 80;
// So many rows may stay in sight below a report, without hiding it.
const FEW_ROWS = 5;

/** Is a message read from its first line? Others are acted on, at their buttons. */
const read = (message) => message.said || message.report;

export class Thread {
  /**
   * `tap(button, name)` gets taps, `act(name)` commands, `putAway(id)` answers done with;
   * `fetching(message)` gets the address of a message's picture.
   */
  constructor(section, name, { tap, act, putAway, fetching }) {
    this.section = section;
    this.name = name;
    this.scroller = section.querySelector(".scroll");
    this.list = section.querySelector("ol");
    this.empty = section.querySelector(".empty");
    this.newer = section.querySelector(".newer");
    this.messages = new Map();
    // By kind of quote, as the reader last chose.
    this.folded = {};
    this.tap = tap;
    this.act = act;
    this.putAway = putAway;
    this.fetching = fetching;
    this.list.addEventListener("click", (event) => this.#clicked(event));
    this.list.addEventListener("keydown", (event) => this.#arrow(event));
    // Where the reader is: at the `end`, at the `start` of the newest message, or `elsewhere`, there
    // reading or `acting`.
    this.at = "end";
    this.set = null;
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    // What is seen at the end stays there when the pane changes its height.
    new ResizeObserver(() => {
      if (this.at === "end" || this.at === "start") this.toEnd();
    }).observe(this.scroller);
    this.newer.addEventListener("click", () => {
      this.toEnd();
      this.focus();
    });
  }

  /** Show exactly these messages, as the server has them; true if some have arrived, see `put`. */
  state(all) {
    const there = new Set(all.map((one) => one.id));
    for (const id of [...this.messages.keys()]) if (!there.has(id)) this.gone(id);
    const fresh = all.map((one) => this.put(one)).some(Boolean);
    this.#count();
    return fresh;
  }

  /** Show a message; true if it is a new one, or one that is to be read in another way now. */
  put(message) {
    const known = this.messages.get(message.id);
    const text = JSON.stringify(message);
    if (known && known.text === text) return false;
    if (known) {
      const before = known.message;
      known.text = text;
      known.message = message;
      this.#still(() => this.#fill(known.item, message));
      this.#name();
      return read(before) !== read(message);
    }
    const item = element("li", "message");
    item.tabIndex = -1;
    item.dataset.id = message.id;
    item.append(element("img", "picture"), element("div", "text"), element("div", "rows"));
    this.#fill(item, message);
    const later = [...this.messages.entries()].filter(([id]) => id > message.id);
    const next = later.sort(([a], [b]) => a - b)[0];
    this.list.insertBefore(item, next ? next[1].item : null);
    this.messages.set(message.id, { item, text, message });
    this.#count();
    return true;
  }

  gone(id) {
    const known = this.messages.get(id);
    if (!known) return;
    const focused = known.item.contains(document.activeElement);
    const looked = this.#looked() === known.item;
    URL.revokeObjectURL(known.item.firstElementChild.src);
    this.messages.delete(id);
    this.#still(() => known.item.remove());
    this.#count();
    if (looked) this.toEnd();
    if (focused) this.focus();
  }

  /** The end of the thread comes into view: its buttons, or the beginning of what is to be read. */
  toEnd() {
    this.#move(this.scroller.scrollHeight);
    this.at = "end";
    this.newer.hidden = true;
    if (!this.newest || !read(this.newest)) return;
    this.#move(this.scroller.scrollTop + this.#startsBelow());
    if (this.#fromEnd() > 1) this.at = "start";
  }

  /** Something has arrived at the end: it comes into view, or is named to who reads elsewhere. */
  arrived() {
    const looked = this.messages.get(Number(this.#looked()?.dataset.id))?.message;
    // An answer that was asked for is read until the reader goes on.
    const reading = this.at === "elsewhere" || (this.at === "start" && looked?.said);
    if (!reading || looked === this.newest || this.newest?.said) {
      this.toEnd();
      return;
    }
    this.at = "elsewhere";
    this.newer.hidden = false;
    this.#name();
  }

  /** The reader acts here, and wants to see what comes of it. */
  acted() {
    if (this.at === "elsewhere") this.at = "acting";
  }

  /** Put the focus on the newest message, for who goes on with the keyboard. */
  focus() {
    this.list.lastElementChild?.focus({ preventScroll: true });
  }

  get newest() {
    return this.messages.get(Math.max(...this.messages.keys()))?.message;
  }

  #count() {
    this.empty.hidden = this.messages.size > 0;
  }

  #fromEnd() {
    const s = this.scroller;
    return s.scrollHeight - s.scrollTop - s.clientHeight;
  }

  /** How far the start of the newest message is below the top of the pane, in pixels. */
  #startsBelow() {
    const top = this.list.lastElementChild.getBoundingClientRect().top;
    return top - this.scroller.getBoundingClientRect().top;
  }

  /** Is an element seen, all or in part? */
  #seen(one) {
    const { top, bottom } = this.scroller.getBoundingClientRect();
    const box = one.getBoundingClientRect();
    return box.bottom > top && box.top < bottom;
  }

  /** The message that is looked at: in the middle of the pane, or the first below it. */
  #looked() {
    const { top, bottom } = this.scroller.getBoundingClientRect();
    const seen = [...this.list.children].filter((one) => this.#seen(one));
    return seen.find((one) => one.getBoundingClientRect().bottom > (top + bottom) / 2) ?? seen.at(-1);
  }

  #move(top) {
    const before = this.scroller.scrollTop;
    this.scroller.scrollTop = top;
    if (this.scroller.scrollTop !== before) this.set = this.scroller.scrollTop;
  }

  #scrolled() {
    const own = this.scroller.scrollTop === this.set;
    this.set = null;
    if (own) return;
    if (this.#fromEnd() < NEAR) this.at = "end";
    else this.at = this.newest && read(this.newest) && Math.abs(this.#startsBelow()) < 8 ? "start" : "elsewhere";
    if (this.at !== "elsewhere") this.newer.hidden = true;
  }

  /** What has arrived below, by the first piece of its first line: whose turn, who has won. */
  #name() {
    if (this.newer.hidden) return;
    this.newer.replaceChildren("↓ ");
    write(this.newer, textOf(this.newest?.lines[0]).split(" · ")[0]);
  }

  /** Change something while the end of the thread, the button in use, or what else is seen stays. */
  #still(change) {
    const active = document.activeElement;
    const used = this.list.contains(active) && active.matches("button") ? [active] : [];
    const seen = [...used, ...this.list.children].filter((one) => this.#seen(one));
    const anchors = seen.map((one) => [one, one.getBoundingClientRect().top]);
    const fromEnd = this.#fromEnd();
    change();
    if (fromEnd < NEAR && this.at !== "start") {
      this.#move(this.scroller.scrollHeight - this.scroller.clientHeight - fromEnd);
      return;
    }
    // Another button may stand in for the one in use by now, and have its focus.
    const heir = document.activeElement;
    if (anchors[0]?.[0] === active && !active.isConnected && heir.matches("button")) anchors[0][0] = heir;
    const [anchor, top] = anchors.find(([one]) => one.isConnected) ?? [];
    if (anchor) this.#move(this.scroller.scrollTop + anchor.getBoundingClientRect().top - top);
  }

  #fill(item, message) {
    const [picture, text, rows] = item.children;
    this.#picture(picture, message);
    const quotes = [...text.querySelectorAll("details")];
    const focused = quotes.findIndex((one) => one.contains(document.activeElement));
    const open = new Map(quotes.map((one) => [one.dataset.key, one.open]));
    text.replaceChildren(lines(message.lines, {
      act: message.said ? this.act : null,
      // A code is looked at by few; what a picture shows need not be said.
      open: (kind, key) => open.get(key) ?? !(this.folded[kind] ?? (kind === "code" || Boolean(message.picture))),
      fold: (kind, folded) => { this.folded[kind] = folded; },
    }));
    if (focused >= 0) {
      const summary = text.querySelectorAll("summary")[focused];
      (summary ?? item).focus({ preventScroll: true });
    }
    if (message.file) text.append(this.#file(message.file));
    if (message.said) text.prepend(this.#closing(message.id));
    item.classList.toggle("report", Boolean(message.report) && message.rows.length <= FEW_ROWS);
    this.#rows(item, rows, message.rows);
  }

  /** The room for a picture is there at once; the one before stays in it until the new one is here. */
  async #picture(image, message) {
    const wanted = message.picture?.digest ?? "";
    if (image.dataset.digest === wanted) return;
    image.dataset.digest = wanted;
    image.hidden = !wanted;
    if (!wanted) return;
    image.width = message.picture.width;
    image.height = message.picture.height;
    // Of its own accord it would keep the form of the picture that is still in it.
    image.style.aspectRatio = `${message.picture.width} / ${message.picture.height}`;
    image.alt = message.picture.alt;
    const address = await this.fetching(message);
    if (image.dataset.digest !== wanted) {
      if (address) URL.revokeObjectURL(address);
      return;
    }
    // The words below say the same.
    image.hidden = !address;
    if (!address) return;
    URL.revokeObjectURL(image.src);
    image.src = address;
  }

  #file(file) {
    const link = element("a", "button file", `⬇ ${file.name}`);
    link.href = URL.createObjectURL(new Blob([file.text], { type: "text/plain" }));
    link.download = file.name;
    return link;
  }

  #closing(id) {
    const button = element("button", "away", "✕");
    button.type = "button";
    button.setAttribute("aria-label", words.close);
    button.addEventListener("click", () => this.putAway(id));
    return button;
  }

  /** Rows are kept from the bottom: there the cards are, and what grows is above them. */
  #rows(item, place, wanted) {
    const lost = place.contains(document.activeElement) ? document.activeElement : null;
    const label = lost?.dataset.label;
    const from = lost?.parentElement;
    const at = lost && [...from.children].indexOf(lost);
    while (place.children.length > wanted.length) place.firstElementChild.remove();
    while (place.children.length < wanted.length) place.prepend(element("div", "row"));
    wanted.forEach((buttons, index) => {
      const row = place.children[index];
      while (row.children.length > buttons.length) row.lastElementChild.remove();
      row.style.setProperty("--columns", buttons.length);
      row.classList.toggle("tight", buttons.length > 3);
      buttons.forEach((button, column) => this.#button(row, column, button));
    });
    if (lost && !lost.isConnected) {
      const all = [...place.querySelectorAll("button, a")];
      const there = from.isConnected ? from.children[at] : undefined;
      const same = all.find((one) => bare(one.dataset.label) === bare(label));
      (same ?? there ?? item).focus({ preventScroll: true });
    }
  }

  /** A button never comes to mean something else: another one takes its place. */
  #button(row, column, wanted) {
    const tag = wanted.link && !inside(wanted) ? "A" : "BUTTON";
    const before = row.children[column];
    let button = before;
    if (!before || before.tagName !== tag || bare(before.dataset.label) !== bare(wanted.label)) {
      button = element(tag);
      if (tag === "BUTTON") button.type = "button";
      if (before) {
        before.replaceWith(button);
        this.#settle(button);
      } else {
        row.append(button);
      }
    }
    if (tag === "A") {
      button.href = /^https?:\/\//u.test(wanted.link) ? wanted.link : "#";
      button.target = "_blank";
      button.rel = "noopener noreferrer";
    }
    dress(button, wanted);
    button.dataset.payload = wanted.payload ?? "";
    button.dataset.link = wanted.link ?? "";
  }

  #settle(button) {
    button.dataset.settling = "";
    clearTimeout(button.settled);
    button.settled = setTimeout(() => { delete button.dataset.settling; }, SETTLE);
  }

  #clicked(event) {
    const button = event.target.closest(".rows button");
    if (!button || "settling" in button.dataset) return;
    this.tap(button, this.name);
  }

  /** Arrow keys go from button to button, as they lie. */
  #arrow(event) {
    const button = event.target.closest(".rows button, .rows a");
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!button || !step || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = button.parentElement;
    let next;
    if (step[0]) {
      const all = [...row.parentElement.querySelectorAll("button, a")];
      next = all[all.indexOf(button) + step[0]];
    } else {
      const other = step[1] < 0 ? row.previousElementSibling : row.nextElementSibling;
      const middle = (one) => { const box = one.getBoundingClientRect(); return box.left + box.width / 2; };
      next = other && [...other.children].sort(
        (a, b) => Math.abs(middle(a) - middle(button)) - Math.abs(middle(b) - middle(button)),
      )[0];
    }
    if (next) {
      event.preventDefault();
      next.focus();
    }
  }
}
