// Texts of screens as elements. Everything becomes a text node or a drawing of ours, never markup.

export const words = JSON.parse(document.body.dataset.words || "{}");
const spoken = JSON.parse(document.body.dataset.spoken || "{}");
const SVG = "http://www.w3.org/2000/svg";

// Drawn here, so that a sign looks the same and is as easy to see on every machine: a path and its
// colour. Those that say nothing that is not said in words have no name of their own.
const CUP = "M5 2h14v3h3v3c0 3-2 5-4.600 5.200A7 7 0 0 1 13.500 16v3H17v3H7v-3h3.500v-3A7 7 0 0 1 6.600 13.200C4 13 2 11 2 8V5h3zM4 7v1c0 1.500.700 2.500 1.800 3A12 12 0 0 1 5 7zM20 7h-1a12 12 0 0 1-.8 4c1.100-.5 1.800-1.500 1.800-3z";
const MEDAL = "M6 1h4l2 4.500L14 1h4l-3 7.200a7.500 7.500 0 1 1-6 0z";
const DRAWN = {
  hearts: ["M12 21C5 15 2 11.500 2 7.600A5 5 0 0 1 12 6a5 5 0 0 1 10 1.600C22 11.500 19 15 12 21z", "red"],
  diamonds: ["M12 1.500 20.500 12 12 22.500 3.500 12z", "red"],
  spades: ["M12 1.500C6 7 2.500 10 2.500 14a4.600 4.600 0 0 0 8 3c0 2.500-1 4-2.800 5.500h8.600c-1.800-1.500-2.800-3-2.800-5.500a4.600 4.600 0 0 0 8-3c0-4-3.500-7-9.500-12.500z", "black"],
  clubs: ["M12 1.500a4.800 4.800 0 0 0-4 7.400 4.800 4.800 0 1 0 2.600 8c0 2.500-1 4-2.800 5.600h8.400c-1.800-1.600-2.800-3.100-2.800-5.600a4.800 4.800 0 1 0 2.600-8 4.800 4.800 0 0 0-4-7.400z", "black"],
  // A card with a star in it: the bare star is a pinella.
  joker: ["M6 .500h12a2.500 2.500 0 0 1 2.500 2.500v18a2.500 2.500 0 0 1-2.500 2.500H6A2.500 2.500 0 0 1 3.500 21V3A2.500 2.500 0 0 1 6 .500zM12 5.500l-1.900 4.300-4.600.4 3.500 3.100-1.100 4.600 4.100-2.500 4.100 2.500-1.100-4.600 3.500-3.100-4.600-.4z", "wild"],
  computer: ["M4 3h16a1.500 1.500 0 0 1 1.500 1.500V16H2.500V4.500A1.500 1.500 0 0 1 4 3zM4.500 5v9h15V5zM1 18h22v1.500A1.500 1.500 0 0 1 21.500 21h-19A1.500 1.500 0 0 1 1 19.500z", "black"],
  blocked: ["M12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22zM5 10v4h14v-4z", "alarm"],
  flag: ["M3 1h2v2h15.500l-3 5.500 3 5.500H5v9H3z", "black"],
  cup: [CUP, "gold"],
  attention: ["M12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22zM10.600 5l.5 9h1.800l.5-9zM12 15.700a1.700 1.700 0 1 0 0 3.400 1.700 1.700 0 0 0 0-3.400z", "alarm"],
  clock: ["M9 0h6v2h-2v1.100a10 10 0 1 1-2 0V2H9zM12 5a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM11 7.500h2V13h-2z", "black"],
  hand: ["M1 8.500h6.500L9 6.200A2 2 0 0 1 12 8l-.3.8H21a2 2 0 0 1 0 4h-5a1.700 1.700 0 0 1 .5 3 1.700 1.700 0 0 1-.8 2.600 1.600 1.600 0 0 1-1.400 2.100H8A4 4 0 0 1 5 18.500H1z", "point"],
  lock: ["M7 10V7a5 5 0 0 1 10 0v3h1.500A1.500 1.500 0 0 1 20 11.500v10A1.500 1.500 0 0 1 18.500 23h-13A1.500 1.500 0 0 1 4 21.500v-10A1.500 1.500 0 0 1 5.500 10zM9.200 10h5.600V7a2.800 2.800 0 0 0-5.600 0z", "black"],
  unlocked: ["M7 10V6a5 5 0 0 1 9.800-1.400l-2.100.7A2.800 2.800 0 0 0 9.200 6v4h9.300a1.500 1.500 0 0 1 1.500 1.500v10a1.500 1.500 0 0 1-1.500 1.500h-13A1.500 1.500 0 0 1 4 21.500v-10A1.500 1.500 0 0 1 5.500 10z", "black"],
  pause: ["M5 3h5v18H5zM14 3h5v18h-5z", "black"],
  bell: ["M10.500 2.500a1.500 1.500 0 0 1 3 0v.8A6.500 6.500 0 0 1 18.500 9.500c0 5 1 6.500 2.500 8H3c1.500-1.500 2.500-3 2.500-8a6.500 6.500 0 0 1 5-6.200zM9.500 19h5a2.500 2.500 0 0 1-5 0z", "gold"],
  back: ["M9 3v4.500h5.500a6.500 6.500 0 0 1 0 13H7v-2.800h7.500a3.700 3.700 0 0 0 0-7.400H9V15L2 9z", "black"],
  first: [MEDAL, "gold"],
  second: [MEDAL, "silver"],
  third: [MEDAL, "bronze"],
};
const SIGNS = {
  "♤": "spades", "♠": "spades", "♡": "hearts", "♥": "hearts",
  "♧": "clubs", "♣": "clubs", "♢": "diamonds", "♦": "diamonds", "🃏": "joker",
  "💻": "computer", "⛔": "blocked", "🏁": "flag", "🏆": "cup", "❗": "attention", "⏱": "clock",
  "🔒": "lock", "🔓": "unlocked", "⏸": "pause", "👋": "bell", "👉": "hand", "↩": "back", "🥇": "first", "🥈": "second", "🥉": "third",
};
// For who has asked for outlines: what is red is then told by its shape too.
const OUTLINED = new Set(["♡", "♢"]);
const SIGN = new RegExp(`((?:${Object.keys(SIGNS).join("|")})\\ufe0f?)`, "u");
// A number of many digits, to be compared and not to be read.
const CODE = /[\da-f]{40,}/u;
// A run in letters, as 5–8C: it would be broken after the dash.
const RANGE = /\S–\S/u;
const COMMAND = /(?<![\w/])(\/[a-z]+)\b/u;

export function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

function sign(typed) {
  const name = SIGNS[typed.replace("\ufe0f", "")];
  const [path, colour] = DRAWN[name];
  const made = element("span", `suit ${colour}${OUTLINED.has(typed) ? " outlined" : ""}`);
  if (words[name]) {
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", words[name]);
  } else {
    made.setAttribute("aria-hidden", "true");
  }
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("fill-rule", "evenodd");
  shape.setAttribute("d", path);
  drawing.append(shape);
  // The sign itself stays for whoever copies the text.
  made.append(drawing, element("span", "sign", typed));
  return made;
}

/**
 * Put a text into an element, its signs drawn. Its /commands are the page's buttons: with `act`
 * they can be tapped, else they are named.
 */
export function write(parent, text, act = null) {
  for (const word of text.split(/(\s+)/u)) {
    if (CODE.test(word)) parent.append(element("span", "code", word));
    else if (SIGN.test(word)) parent.append(drawn(word));
    else if (COMMAND.test(word)) commands(parent, word, act);
    else if (RANGE.test(word)) parent.append(element("span", "together", word));
    else if (word) parent.append(word);
  }
}

/** A word with signs in it: never broken between a rank and its suit. */
function drawn(word) {
  const made = element("span", "together");
  for (const part of word.split(SIGN)) {
    if (SIGN.test(part)) made.append(sign(part));
    else if (part) made.append(part);
  }
  return made;
}

function commands(parent, text, act) {
  for (const part of text.split(COMMAND)) {
    const known = part.startsWith("/") ? spoken[part.slice(1)] : undefined;
    if (known && act) {
      const button = element("button", "inline", known.label);
      button.type = "button";
      button.addEventListener("click", () => act(known.name, known.label));
      parent.append(button);
    } else if (known) {
      parent.append(element("strong", "", known.label));
    } else if (part) {
      parent.append(part);
    }
  }
}

/**
 * The lines of a screen; neighbouring quoted ones become one quote. What is folded in it goes under
 * its heading, if the line before is one, else under its first line: a first line alone, read as a
 * sum, would be a wrong one.
 *
 * `open(kind, key)` says whether a quote of some kind (`sum`, `code`, `quote`) is open at first, by
 * a key that it keeps; `fold(kind, folded)` hears what the reader makes of it.
 */
export function lines(all, { act, open, fold }) {
  const made = document.createDocumentFragment();
  const quoted = all.filter((one, at) => one.quote || (all[at + 1]?.quote && heading(one)));
  let quote = null;
  let count = 0;
  all.forEach((one, at) => {
    const inQuote = quoted.includes(one);
    if (!inQuote) {
      quote = null;
      made.append(line(one, "p", act));
      return;
    }
    if (quote && one.quote) {
      quote.append(line(one, "p", act));
      return;
    }
    const kind = !one.quote ? "sum" : CODE.test(textOf(one)) ? "code" : "quote";
    const foldable = kind !== "quote" || all[at + 1]?.quote;
    quote = element(foldable ? "details" : "div", `quote ${kind}`);
    made.append(quote);
    if (!foldable) {
      quote.append(line(one, "p", act));
      return;
    }
    const [details, key] = [quote, `${kind} ${count++}`];
    details.dataset.key = key;
    details.open = open(kind, key);
    const summary = line(one, "summary", act);
    // By the reader alone: a quote that is made open says that it was opened, too.
    summary.addEventListener("click", () => fold(kind, details.open));
    details.append(summary);
  });
  return made;
}

/** Is all of a line written in bold? */
function heading({ quote, spans }) {
  return !quote && spans.length > 0 && spans.every((span) => span.bold);
}

/** A line without emphasis. */
export function textOf(line) {
  return line ? line.spans.map((span) => span.text).join("") : "";
}

function line(one, tag, act) {
  const made = element(tag);
  const alone = told(one);
  if (alone) {
    write(made, alone, act);
    return made;
  }
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

/** The command of a line that says no more of it than its button does; else nothing. */
function told({ spans }) {
  const [, command, does] = /^(\/[a-z]+) – (.+)$/u.exec(textOf({ spans })) || [];
  const label = command && spoken[command.slice(1)]?.label;
  return label && label.toLocaleLowerCase() === does.toLocaleLowerCase() ? command : "";
}

/** Does a button lead to the private thread, which is a part of the page? */
export function inside(wanted) {
  return Boolean(wanted.link) && wanted.link.startsWith("private");
}

/** Make a button say and mean what a screen's button says and means. */
export function dress(button, wanted) {
  if (button.dataset.label !== wanted.label) {
    button.dataset.label = wanted.label;
    const ticked = wanted.label.startsWith("✓");
    // The arrow is for platforms where the private chat is somewhere else.
    const text = wanted.label.replace(/^✓ ?/u, "").replace(inside(wanted) ? / ?↗$/u : "", "");
    button.replaceChildren();
    if (ticked) {
      const tick = element("span", "tick", "✓");
      tick.setAttribute("aria-hidden", "true");
      button.append(tick);
    }
    const label = element("span");
    write(label, text);
    button.append(label);
    button.classList.toggle("card", Boolean(wanted.card));
    button.classList.toggle("ticked", ticked);
    if (wanted.card || ticked) button.setAttribute("aria-pressed", String(ticked));
    else button.removeAttribute("aria-pressed");
  }
  for (const style of ["primary", "success", "danger"]) {
    button.classList.toggle(style, wanted.style === style);
  }
}

/** The same label, whether ticked or not and however its suit is drawn. */
export function bare(label) {
  return label.replace(/^(?:✓|👉) ?/u, "").replace(/\ufe0f/gu, "").replace("♡", "♥").replace("♢", "♦");
}
