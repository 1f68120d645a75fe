/**
 * Search in the reader's edition: `search(query, {track, tag})`.
 *
 * The index stands in `search/` below the edition's root (see scripts/search_index.py). MiniSearch ranks the pages; it is
 * given only the pieces of the index that hold the query's terms.
 */

import MiniSearch from "../minisearch/minisearch.js";
import { excerpt } from "./search-excerpt.js";
import { tokenizer } from "./search-terms.js";

const INDEX = new URL("../../search/", import.meta.url);
const SITE = new URL("../", INDEX);
const LIMIT = 10;
const TYPED = 3; // letters from which a word still being typed also finds longer words
const MISTYPED = 4; // letters from which a word that no page holds finds similar words

/** The results for a query, best first, one per page: `[{url, title, section, excerpt, track, tags}]`. */
export async function search(query, { track, tag } = {}) {
  const index = await load("index.json", { cache: "no-cache" });
  const tokenize = tokenizer(index.stems);
  const terms = [...new Set(tokenize(query.normalize("NFC")).map(({ term }) => term))];
  const engine = await engineFor(terms, index);
  const found = engine.search(terms.join(" "), {
    filter: ({ id }) => (!track || index.pages[id].track === track) && (!tag || index.pages[id].tags.includes(tag)),
  });
  const rarity = rarities(found, index.pages.length);
  return Promise.all(found.slice(0, LIMIT).map(async ({ id, terms: matched }) => {
    const { url, title, text, ...page } = index.pages[id];
    const words = new Map(worthShowing(matched, terms).map((term) => [term, rarity.get(term)]));
    const { anchor, section, html } = excerpt(await load(text), words, tokenize);
    const address = new URL(url, SITE);
    address.hash = anchor;
    return { url: address.href, title, section, excerpt: html, ...page };
  }));
}

/** MiniSearch over the part of the index that the terms need. */
async function engineFor(terms, { engine, shards }) {
  const names = new Set(terms.flatMap((term, i) => holding(term, i === terms.length - 1, shards)));
  const pieces = await Promise.all([...names].map((name) => load(name)));
  const known = new Map(pieces.flatMap(Object.entries));
  return MiniSearch.loadJS({ ...engine, index: known }, {
    fields: Object.keys(engine.fieldIds),
    tokenize: (text) => text.split(" "),
    processTerm: (term) => term,
    searchOptions: {
      boost: { names: 4, headings: 2 },
      prefix: (term, i) => i === terms.length - 1 && isOpen(term),
      fuzzy: (term) => !known.has(term) && term.length >= MISTYPED && 0.25,
    },
  });
}

/** The pieces of the index that hold a term and, for the last one, the terms it may become. */
function holding(term, last, shards) {
  const from = shards.findLastIndex(([first]) => first <= term);
  const to = shards.findLastIndex(([first]) => first <= term || (last && isOpen(term) && first.startsWith(term)));
  return shards.slice(Math.max(0, from), Math.max(0, to) + 1).map(([, name]) => name);
}

/** Whether a term may be the beginning of another: a Han character alone, or a word of some letters. */
const isOpen = (term) => term.length >= TYPED || /^[\u3400-\u9fff]$/.test(term);

/** The matched terms without those that only continue a term of the query that is matched itself. */
function worthShowing(matched, terms) {
  const exact = matched.filter((term) => terms.includes(term));
  return matched.filter((term) => exact.includes(term) || !exact.some((beginning) => term.startsWith(beginning)));
}

/** How well each matched term tells pages apart. */
function rarities(found, pages) {
  const holders = new Map();
  for (const { terms } of found) for (const term of terms) holders.set(term, (holders.get(term) ?? 0) + 1);
  return new Map([...holders].map(([term, count]) => [term, Math.log(1 + pages / count)]));
}

const loaded = new Map();

/** A file of the index; fetched once, unless that failed. */
function load(name, options) {
  if (!loaded.has(name)) {
    const file = fetch(new URL(name, INDEX), options).then((response) => {
      if (!response.ok) throw new Error(`${response.status}: ${response.url}`);
      return response.json();
    });
    file.catch(() => loaded.delete(name));
    loaded.set(name, file);
  }
  return loaded.get(name);
}
