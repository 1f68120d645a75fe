// The versions of the site: the chooser, and the notice on a version that is not the latest. Both lead to this page
// and section in the other version, or to the home page of this edition there if it has no such page.

const ROOT = new URL("../../", import.meta.url); // the edition's
const { version, edition, latest } = document.querySelector(".versions").dataset;
const SITE = new URL(edition ? "../../" : "../", ROOT); // above all versions

const home = (name) => new URL(`${name}/${edition}`, SITE);
const samePage = (name) => new URL(location.href.slice(ROOT.href.length), home(name));

/** Point a link at this page and section; the header and the notice outlive instant navigation. */
function update(link) {
  link.href = samePage(link.dataset.versionLink).href;
}

/** Go to the page if it exists, else to the home page there. */
async function go(name) {
  const page = samePage(name);
  const response = await fetch(page, { method: "HEAD" }).catch(() => null);
  location.href = response?.status === 404 ? home(name) : page;
}

function fill(chooser, versions) {
  const items = versions.map(({ version: name, title, aliases }) => {
    const link = document.createElement("a");
    link.dataset.versionLink = name;
    link.textContent = aliases.includes("latest") ? `${title} (${latest})` : title;
    if (name === version) link.ariaCurrent = "true";
    update(link);
    const item = document.createElement("li");
    item.append(link);
    return item;
  });
  chooser.querySelector("ul").replaceChildren(...items);
  chooser.hidden = false;
}

const response = await fetch(new URL("versions.json", SITE));
const versions = response.ok ? await response.json() : [];
const newest = versions.find(({ aliases }) => aliases.includes("latest"));

document$.subscribe(() => {
  if (versions.length) document.querySelectorAll(".versions").forEach((chooser) => fill(chooser, versions));
  const notice = document.querySelector(".version-notice");
  notice.querySelectorAll("a").forEach(update);
  notice.hidden = !newest || newest.version === version;
});

for (const event of ["pointerover", "focusin", "pointerdown"]) {
  document.addEventListener(event, ({ target }) => {
    const link = target.closest("[data-version-link]");
    if (link) update(link);
  });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-version-link]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) {
    event.preventDefault();
    event.stopPropagation();
    go(link.dataset.versionLink);
  }
  for (const open of document.querySelectorAll(".versions[open]")) {
    if (!open.contains(event.target)) open.open = false;
  }
}, true);

document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const open of document.querySelectorAll(".versions[open]")) {
    open.open = false;
    open.querySelector("summary").focus();
  }
});
