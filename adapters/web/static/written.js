// Texts of screens as elements. Everything becomes a text node or a drawing of ours, never markup.

export const words = JSON.parse(document.body.dataset.words || "{}");
const spoken = JSON.parse(document.body.dataset.spoken || "{}");
const SVG = "http://www.w3.org/2000/svg";

// Drawn here, so that a suit looks the same and is as easy to see on every machine.
const DRAWN = {
  hearts: ["M12 21C5 15 2 11.500 2 7.600A5 5 0 0 1 12 6a5 5 0 0 1 10 1.600C22 11.500 19 15 12 21z", "red"],
  diamonds: ["M12 1.500 20.500 12 12 22.500 3.500 12z", "red"],
  spades: ["M12 1.500C6 7 2.500 10 2.500 14a4.600 4.600 0 0 0 8 3c0 2.500-1 4-2.800 5.500h8.600c-1.800-1.500-2.800-3-2.800-5.500a4.600 4.600 0 0 0 8-3c0-4-3.500-7-9.500-12.500z", "black"],
  clubs: ["M12 1.500a4.800 4.800 0 0 0-4 7.400 4.800 4.800 0 1 0 2.600 8c0 2.500-1 4-2.800 5.600h8.400c-1.800-1.600-2.800-3.100-2.800-5.600a4.800 4.800 0 1 0 2.600-8 4.800 4.800 0 0 0-4-7.400z", "black"],
  // A card with a star in it: the bare star is a pinella.
  joker: ["M6 .500h12a2.500 2.500 0 0 1 2.500 2.500v18a2.500 2.500 0 0 1-2.500 2.500H6A2.500 2.500 0 0 1 3.500 21V3A2.500 2.500 0 0 1 6 .500zM12 5.500l-1.900 4.300-4.600.4 3.500 3.100-1.100 4.600 4.100-2.500 4.100 2.500-1.100-4.600 3.500-3.100-4.600-.4z", "wild"],
};
const SIGNS = {
  "♤": "spades", "♠": "spades", "♡": "hearts", "♥": "hearts",
  "♧": "clubs", "♣": "clubs", "♢": "diamonds", "♦": "diamonds", "🃏": "joker",
};
const SIGN = /([♤♠♡♥♧♣♢♦]\ufe0f?|🃏)/u;
const COMMAND = /(?<![\w/])(\/[a-z]+)\b/u;
const CARD = /^✓?(?:★?(?:A|[2-9]|10|J|Q|K)[♤♠♡♥♧♣♢♦]\ufe0f?|🃏)$/u;

export function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

function suit(sign) {
  const name = SIGNS[sign.replace("\ufe0f", "")];
  const [path, colour] = DRAWN[name];
  const made = element("span", `suit ${colour}`);
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", words[name]);
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("fill-rule", "evenodd");
  shape.setAttribute("d", path);
  drawing.append(shape);
  // The sign itself stays for whoever copies the text.
  made.append(drawing, element("span", "sign", sign));
  return made;
}

/** Put a text into an element, its suits drawn; with `act`, its /commands as buttons. */
export function write(parent, text, act = null) {
  for (const word of text.split(/(\s+)/u)) {
    if (SIGN.test(word)) parent.append(cards(word));
    else if (act) commands(parent, word, act);
    else if (word) parent.append(word);
  }
}

/** A word with suits in it: never broken between a rank and its suit. */
function cards(word) {
  const made = element("span", "together");
  for (const part of word.split(SIGN)) {
    if (SIGN.test(part)) made.append(suit(part));
    else if (part) made.append(part);
  }
  return made;
}

function commands(parent, text, act) {
  for (const part of text.split(COMMAND)) {
    const name = part.startsWith("/") ? spoken[part.slice(1)] : undefined;
    if (name) {
      const button = element("button", "inline", part);
      button.type = "button";
      button.addEventListener("click", () => act(name));
      parent.append(button);
    } else if (part) {
      parent.append(part);
    }
  }
}

/** The lines of a screen; neighbouring quoted ones become one quote that can be folded. */
export function lines(all, { act, folded, fold }) {
  const made = document.createDocumentFragment();
  let quote = null;
  for (const one of all) {
    if (!one.quote) quote = null;
    if (one.quote && !quote) {
      quote = element("details", "quote");
      quote.open = !folded();
      quote.addEventListener("toggle", (event) => fold(!event.target.open));
      quote.append(line(one, "summary", act));
      made.append(quote);
    } else {
      (quote || made).append(line(one, "p", act));
    }
  }
  return made;
}

function line(one, tag, act) {
  const made = element(tag);
  for (const span of one.spans) {
    let target = made;
    if (span.bold) {
      target = element("strong");
      made.append(target);
    }
    if (span.until) {
      const time = element("time", "countdown", span.text);
      time.dataset.until = span.until;
      target.append(time);
    } else {
      write(target, span.text, act);
    }
  }
  if (!made.childNodes.length) made.className = "gap";
  return made;
}

/** Make a button say and mean what a screen's button says and means. */
export function dress(button, wanted) {
  if (button.dataset.label !== wanted.label) {
    button.dataset.label = wanted.label;
    const text = wanted.label.replace(/^✓ ?/u, "");
    const ticked = text !== wanted.label;
    button.replaceChildren();
    if (ticked) {
      const tick = element("span", "tick", "✓");
      tick.setAttribute("aria-hidden", "true");
      button.append(tick);
    }
    const label = element("span");
    write(label, text);
    button.append(label);
    const card = CARD.test(wanted.label);
    button.classList.toggle("card", card);
    button.classList.toggle("ticked", ticked);
    if (card || ticked) button.setAttribute("aria-pressed", String(ticked));
    else button.removeAttribute("aria-pressed");
  }
  for (const style of ["primary", "success", "danger"]) {
    button.classList.toggle(style, wanted.style === style);
  }
}

/** The same label, whether ticked or not and however its suit is drawn. */
export function bare(label) {
  return label.replace(/^✓ ?/u, "").replace(/\ufe0f/gu, "").replace("♡", "♥").replace("♢", "♦");
}
