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
const COMMON = 0.95; // share of the pages from which a word tells them apart no longer

/** The results for a query, best first, one per page: `[{url, title, section, excerpt, track, tags}]`. */
export async function search(query, { track, tag } = {}) {
  const index = await load("index.json", { cache: "no-cache" });
  const tokenize = tokenizer(index.stems);
  const terms = [...new Set(tokenize(query.normalize("NFC")).map(({ term }) => term))];
  const places = await placesOf(terms, index.shards);
  const engine = engineOver(places, index.engine);
  const found = engine.search(terms.join(" "), {
    filter: ({ id }) => (!track || index.pages[id].track === track) && (!tag || index.pages[id].tags.includes(tag)),
  });
  const rarity = rarities(found, terms, places, index.pages.length);
  return Promise.all(found.slice(0, LIMIT).map(async ({ id, terms: matched }) => {
    const { url, title, text, ...page } = index.pages[id];
    const words = new Map(worthShowing(matched, terms).map((term) => [term, rarity.get(term)]));
    const { anchor, section, html } = excerpt(await load(text), words, tokenize);
    const address = new URL(url, SITE);
    address.hash = anchor;
    return { url: address.href, title, section, excerpt: html, ...page };
  }));
}

/** The places of all terms in the pieces of the index that the query's terms need: term → field → page → how often. */
async function placesOf(terms, shards) {
  const names = new Set(terms.flatMap((term, i) => holding(term, i === terms.length - 1, shards)));
  const pieces = await Promise.all([...names].map((name) => load(name)));
  return new Map(pieces.flatMap(Object.entries));
}

/** MiniSearch over these places. */
function engineOver(places, engine) {
  return MiniSearch.loadJS({ ...engine, index: places }, {
    fields: Object.keys(engine.fieldIds),
    tokenize: (text) => text.split(" "),
    processTerm: (term) => term,
    searchOptions: {
      boost: { titles: 8, headings: 3, aliases: 2 },
      prefix: (term, i, terms) => i === terms.length - 1 && isOpen(term),
      fuzzy: (term) => !places.has(term) && term.length >= MISTYPED && 0.25,
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

/** How well each matched term tells pages apart: not at all when nearly all hold it and the query has a rarer one. */
function rarities(found, terms, places, pages) {
  const matched = [...new Set(found.flatMap((result) => result.terms))];
  const holders = new Map(matched.map((term) => [term, new Set(Object.values(places.get(term)).flatMap(Object.keys)).size]));
  const isCommon = (term) => holders.get(term) >= COMMON * pages;
  const ignored = worthShowing(matched, terms).every(isCommon) ? () => false : isCommon;
  return new Map(matched.map((term) => [term, ignored(term) ? 0 : Math.log(1 + pages / holders.get(term))]));
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
