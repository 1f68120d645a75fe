// What every page needs; what few need is loaded on demand. `document$` comes from the theme.

const ROOT = new URL("../../", import.meta.url); // the edition's

globalThis.siteSearch = async (query, filters) => (await import("./search.js")).search(query, filters);

/** Open the dialog at once, so that no key is lost while what fills it is loaded. */
function openSearch() {
  const dialog = document.querySelector("dialog.search");
  if (dialog.open) return;
  dialog.showModal();
  dialog.querySelector("input").select();
  import("./search-dialog.js");
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-open-search]")) openSearch();
});

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea, [contenteditable]");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    openSearch();
  }
});

/** Point the language links at this page and section; the header outlives instant navigation. */
function updateLanguageLinks() {
  const path = location.href.slice(ROOT.href.length);
  for (const link of document.querySelectorAll(".language-switch a")) {
    link.href = new URL(link.dataset.root + path, ROOT).href;
  }
}

for (const event of ["pointerover", "focusin", "pointerdown"]) {
  document.querySelector(".language-switch").addEventListener(event, updateLanguageLinks);
}

/** Filter the list of questions by track, level and tag; the choice is kept in the address. */
function setUpFilter(list) {
  const form = list.querySelector("form");
  const items = [...list.querySelectorAll("li[data-track]")];
  const output = form.querySelector("output");
  const query = new URLSearchParams(location.search);
  for (const select of form.querySelectorAll("select")) {
    select.value = query.get(select.name) ?? "";
    if (select.selectedIndex < 0) select.value = "";
  }
  const apply = () => {
    const { track, level, tag } = Object.fromEntries(new FormData(form));
    for (const item of items) {
      const { dataset } = item;
      const tags = dataset.tags.split(" ");
      item.hidden = (track && dataset.track !== track) || (level && dataset.level !== level) || (tag && !tags.includes(tag));
    }
    for (const section of list.querySelectorAll("section")) {
      section.hidden = !section.querySelector("li[data-track]:not([hidden])");
    }
    const shown = items.filter((item) => !item.hidden).length;
    output.textContent = output.dataset.text.replace("{n}", shown).replace("{total}", items.length);
    list.querySelector(".question-none").hidden = shown > 0;
    const chosen = new URLSearchParams(Object.entries({ track, level, tag }).filter(([, value]) => value));
    history.replaceState(history.state, "", `${location.pathname}${chosen.size ? `?${chosen}` : ""}${location.hash}`);
  };
  form.addEventListener("change", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  if (query.size) apply();
}

/** Stress the relations of the question under the pointer or with the focus. */
function setUpMap(map) {
  const stress = (event) => {
    const id = event.target.closest("a[data-id]")?.dataset.id;
    for (const line of map.querySelectorAll("path[data-ids]")) {
      line.classList.toggle("map-active", line.dataset.ids.split(" ").includes(id));
    }
  };
  for (const event of ["pointerover", "focusin"]) map.addEventListener(event, stress);
}

const SCROLLERS = "div.arithmatex, .arithmatex-display, .md-typeset__scrollwrap, .figure, .jp-Notebook pre";

/** Let the keyboard reach what scrolls sideways. */
function makeScrollersFocusable() {
  if (document.documentElement.hasAttribute("data-late")) return; // to ask for sizes would lay everything out
  for (const box of document.querySelectorAll(SCROLLERS)) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
}

const BLOCKS_A_FRAME = 6;

/** Lay out what `data-late` has left out, a few blocks a frame, or at once when the reader is about to go somewhere. */
function layOutTheRest() {
  const waiting = [...document.querySelectorAll("[data-late] .md-content__inner > *")];
  const layOut = (count) => {
    for (const block of waiting.splice(0, count)) block.style.contentVisibility = "visible";
    if (waiting.length) return;
    document.documentElement.removeAttribute("data-late");
    makeScrollersFocusable();
  };
  const step = () => {
    layOut(BLOCKS_A_FRAME);
    if (waiting.length) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  addEventListener("click", () => layOut(waiting.length), { capture: true, once: true });
}

layOutTheRest();

const loadTicks = () => import("./checklist.js");
for (const event of ["change", "storage"]) addEventListener(event, loadTicks);
try {
  if (/checklist/.test(Object.keys(localStorage))) loadTicks();
} catch {}

if (document.querySelector(".versions")) import("./versions.js");

addEventListener("resize", makeScrollersFocusable);
document.fonts.addEventListener("loadingdone", makeScrollersFocusable);
document.addEventListener("toggle", makeScrollersFocusable, true); // an answer has been opened

document$.subscribe(() => {
  document.querySelectorAll(".question-list").forEach(setUpFilter);
  document.querySelectorAll(".topic-map").forEach(setUpMap);
  makeScrollersFocusable();
  if (new URLSearchParams(location.search).has("h")) {
    import("./search-highlight.js").then((highlight) => highlight.highlightFromAddress());
  }
});
