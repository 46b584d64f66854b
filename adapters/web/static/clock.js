// Countdowns that run on the server's time.

const STEPS = [[3600, "hour"], [60, "minute"], [1, "second"]];

/** Begin to count; the function returned counts at once, and takes how far the server is ahead. */
export function ticking() {
  const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always" });
  let ahead = 0;

  function tick(newer = ahead) {
    ahead = newer;
    const now = Date.now() / 1000 + ahead;
    for (const time of document.querySelectorAll("time.countdown")) {
      const left = Math.max(0, Math.round(time.dataset.until - now));
      const [size, unit] = left < 90 ? STEPS[2] : STEPS.find(([one]) => left >= one);
      const text = relative.format(Math.round(left / size), unit);
      if (time.textContent !== text) time.textContent = text;
    }
  }
  setInterval(() => tick(), 1000);
  return tick;
}
