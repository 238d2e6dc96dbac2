// Turns the seasons of a game on its map: buttons, arrow keys, and an address for each picture.
// Without it the page shows the newest picture, and the others stand in its list as links.
"use strict";

(() => {
  const board = document.getElementById("board");
  const bar = document.getElementById("steps");
  if (!board || !bar) return;

  const link = board.querySelector("a");
  const image = board.querySelector("img");
  const caption = document.getElementById("caption");
  const count = document.getElementById("count");

  // The list has the newest year first, and within a year the oldest phase.
  const years = [...document.querySelectorAll("ul.seasons")].reverse();
  const later = years.flatMap((list) => [...list.querySelectorAll("a[data-key]")]);
  const start = [...document.querySelectorAll('a[data-key="start"]')];
  const pictures = [...start, ...later].map((one) => ({
    key: one.dataset.key,
    file: one.getAttribute("href"),
    caption: one.dataset.caption,
    words: one.dataset.words,
  }));
  if (pictures.length < 2) return;

  let at = pictures.length - 1;

  const preload = (number) => {
    if (pictures[number]) new Image().src = pictures[number].file;
  };

  const show = (number, { remember = true } = {}) => {
    at = Math.min(Math.max(number, 0), pictures.length - 1);
    const one = pictures[at];
    link.href = one.file;
    image.src = one.file;
    image.alt = one.words;
    caption.textContent = one.caption;
    count.textContent = `${at + 1} / ${pictures.length}`;
    const ends = { first: at === 0, back: at === 0 };
    ends.next = ends.last = at === pictures.length - 1;
    for (const button of bar.querySelectorAll("button")) {
      // Not `disabled`: a button that is pressed must not lose the focus.
      button.setAttribute("aria-disabled", String(ends[button.dataset.step]));
    }
    if (remember) history.replaceState(null, "", `#${one.key}`);
    preload(at + 1);
    preload(at - 1);
  };

  const steps = {
    first: () => 0,
    back: () => at - 1,
    next: () => at + 1,
    last: () => pictures.length - 1,
  };

  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

  const fromAddress = () => {
    const key = decodeURIComponent(location.hash.slice(1));
    return pictures.findIndex((one) => one.key === key);
  };

  bar.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) show(steps[button.dataset.step]());
  });

  document.addEventListener("keydown", (event) => {
    const step = keys[event.key];
    const busy = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    // A table that is scrolled sideways keeps its arrow keys; the page keeps Home and End.
    const inside = event.target.closest(".scroll, input, select, textarea");
    const onMap = event.target.closest("#map");
    if (!step || busy || inside || (!onMap && !event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    show(steps[step]());
  });

  window.addEventListener("hashchange", () => {
    const number = fromAddress();
    if (number >= 0) show(number, { remember: false });
  });

  bar.hidden = false;
  document.getElementById("keys").hidden = false;
  const asked = fromAddress();
  show(asked >= 0 ? asked : at, { remember: false });
})();
