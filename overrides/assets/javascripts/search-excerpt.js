/** The section of a page that answers a query best, and a passage of it with the query's words marked. */

const LENGTH = { han: 84, other: 180 }; // characters of a passage
const LEAD = 0.25; // part of a passage that stands before its first word
const LISTS = new Set(["papers", "references", "checklist"]); // sections that repeat a page's words but explain nothing
const IN_LISTS = 1 / 3; // what a match in them is worth

/**
 * @param sections [[anchor, heading, text], …]
 * @param words Map of each term that the page holds to its worth; one worth 0 is marked only as part of a longer match
 * @param tokenize see search-terms.js
 * @returns {{anchor: string, section: string, html: string}}
 */
export function excerpt(sections, words, tokenize) {
  const matches = (text) => tokenize(text).filter(({ term }) => words.has(term)).sort((a, b) => a.start - b.start);
  const [best] = sections
    .map(([anchor, section, text]) => {
      const hits = matches(text);
      const found = worth(hits, words) + worth(matches(section), words);
      return { anchor, section, text, hits, worth: LISTS.has(anchor) ? found * IN_LISTS : found };
    })
    .sort((a, b) => b.worth - a.worth);
  return best ? { anchor: best.anchor, section: best.section, html: passage(best, words) } : { anchor: "", section: "", html: "" };
}

/** Each different term counts in full, its repetitions a little; several together are worth more than their sum. */
function worth(hits, words) {
  const counts = new Map();
  for (const { term } of hits) if (words.get(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const sum = [...counts].reduce((total, [term, count]) => total + words.get(term) * (1 + Math.log(count) / 4), 0);
  return sum * counts.size;
}

function passage({ text, hits }, words) {
  const han = text.match(/[\u4e00-\u9fff]/g) ?? [];
  const length = han.length > text.length / 5 ? LENGTH.han : LENGTH.other;
  const ahead = densest(hits, words, length) - length * LEAD;
  const from = ahead > 0 ? boundary(text, ahead) : 0;
  const to = boundary(text, from + length);
  const inside = hits.filter(({ start, end }) => start >= from && end <= to);
  return (from > 0 ? "… " : "") + marked(text, from, to, inside, words) + (to < text.length ? " …" : "");
}

/** Where the stretch of text begins that holds the most of the query; 0 when none does. */
function densest(hits, words, length) {
  let best = { start: 0, worth: 0 };
  for (const [first, { start }] of hits.entries()) {
    const near = hits.slice(first).filter(({ end }) => end <= start + length * (1 - LEAD));
    const found = worth(near, words);
    if (found > best.worth) best = { start, worth: found };
  }
  return best.start;
}

/** The next place from `at` on that does not cut a word: after a space, or before a Chinese character. */
function boundary(text, at) {
  const gap = /\s+|[\u3000-\u9fff\uff00-\uffef]/g;
  gap.lastIndex = Math.ceil(at);
  const found = gap.exec(text);
  if (!found) return text.length;
  return found[0].trim() ? found.index : gap.lastIndex;
}

function marked(text, from, to, hits, words) {
  const spans = [];
  for (const { term, start, end } of hits) {
    const last = spans.at(-1);
    if (last && start <= last.end) {
      last.end = Math.max(last.end, end);
      last.worth += words.get(term);
    } else spans.push({ start, end, worth: words.get(term) });
  }
  let html = "";
  let at = from;
  for (const { start, end } of spans.filter((span) => span.worth)) {
    html += `${escape(text.slice(at, start))}<mark>${escape(text.slice(start, end))}</mark>`;
    at = end;
  }
  return html + escape(text.slice(at, to).trimEnd());
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]);
