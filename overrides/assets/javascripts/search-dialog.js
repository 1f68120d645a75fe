/** The search dialog of partials/search.html, opened by site.js: it lists what `search()` returns, in that order. */

import { highlight } from "./search-highlight.js";
import { search } from "./search.js";

const DEBOUNCE = 120; // ms
const SLOW = 250; // ms after which the reader is told that the search is under way

const dialog = document.querySelector("dialog.search");
const input = dialog.querySelector(".search__input");
const trackFilter = dialog.querySelector("#search-track");
const tagFilter = dialog.querySelector("#search-tag");
const status = dialog.querySelector(".search__status");
const list = dialog.querySelector(".search__results");
const template = dialog.querySelector("template").content.firstElementChild;
const texts = status.dataset;

let latest = 0; // number of the newest search; answers to older ones are dropped
let waiting; // timer of the search that typing will start

async function run() {
  const turn = ++latest;
  const query = input.value.trim();
  if (!query) return show([], texts.hint);
  const slow = setTimeout(() => say(texts.loading), SLOW);
  try {
    const results = await search(query, { track: trackFilter.value, tag: tagFilter.value });
    if (turn === latest) show(results, messageFor(results.length));
  } catch (error) {
    console.error(error);
    if (turn === latest) show([], texts.failed);
  } finally {
    clearTimeout(slow);
  }
}

const messageFor = (count) => (count > 1 ? texts.many.replace("{n}", count) : count ? texts.one : texts.none);

function say(message) {
  status.textContent = message;
}

function show(results, message) {
  say(message);
  list.replaceChildren(...results.map(option));
  list.scrollTop = 0;
  input.setAttribute("aria-expanded", String(results.length > 0));
  activate(list.firstElementChild);
}

function option({ url, title, section, excerpt, track }, number) {
  const link = template.cloneNode(true);
  const [heading, place, passage] = link.children;
  heading.textContent = title;
  place.textContent = [trackName(track), section].filter(Boolean).join(" · ");
  passage.innerHTML = excerpt;
  const address = new URL(url);
  for (const word of new Set([...passage.querySelectorAll("mark")].map((mark) => mark.textContent.toLowerCase()))) {
    address.searchParams.append("h", word);
  }
  link.href = address;
  link.id = `search-result-${number}`;
  return link;
}

const trackName = (track) => trackFilter.querySelector(`option[value="${track}"]`)?.textContent;

const active = () => list.querySelector('[aria-selected="true"]');

function activate(link) {
  active()?.setAttribute("aria-selected", "false");
  link?.setAttribute("aria-selected", "true");
  link?.scrollIntoView({ block: "nearest" });
  if (link) input.setAttribute("aria-activedescendant", link.id);
  else input.removeAttribute("aria-activedescendant");
}

function onKey(event) {
  if (event.isComposing) return; // the keys belong to the input method
  const act = {
    ArrowDown: () => activate(active()?.nextElementSibling ?? list.firstElementChild),
    ArrowUp: () => activate(active()?.previousElementSibling ?? list.lastElementChild),
    Enter: () => active()?.click(),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** Close on the way to a result. One on this very page needs no navigation, only its section and its words. */
function onFollow(event) {
  const link = event.target.closest(".search__result");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  dialog.close();
  if (link.pathname !== location.pathname) return;
  event.preventDefault();
  event.stopPropagation();
  location.hash = link.hash;
  document.getElementById(link.hash.slice(1))?.scrollIntoView(); // also when the hash stays the same
  highlight(new URL(link.href).searchParams.getAll("h"));
}

input.addEventListener("input", (event) => {
  if (event.isComposing) return;
  clearTimeout(waiting);
  waiting = setTimeout(run, DEBOUNCE);
});
input.addEventListener("compositionend", run);
input.addEventListener("keydown", onKey);
for (const filter of [trackFilter, tagFilter]) filter.addEventListener("change", run);
list.addEventListener("click", onFollow);
dialog.querySelector(".search__close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close(); // the backdrop
});

if (input.value) run(); // typed while this module was on its way
