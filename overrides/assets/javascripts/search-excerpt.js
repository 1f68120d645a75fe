/** The section of a page that answers a query best, and a passage of it with the query's words marked. */

const LENGTH = { han: 84, other: 180 }; // characters of a passage
const LEAD = 0.25; // part of a passage that stands before its first word
const HEADING = 1.5;

/**
 * @param sections [[id, heading, text], …]
 * @param words Map of term → worth
 * @param tokenize see search-terms.js
 */
export function excerpt(sections, words, tokenize) {
  const best = sections
    .map(([id, heading, text]) => {
      const hits = tokenize(text).filter(({ term }) => words.has(term));
      const named = tokenize(heading).filter(({ term }) => words.has(term));
      return { id, heading, text, hits, worth: worth(hits, words) + HEADING * worth(named, words) };
    })
    .reduce((a, b) => (b.worth > a.worth ? b : a), { id: "", heading: "", text: "", hits: [], worth: -1 });
  return { anchor: best.id, section: best.heading, html: passage(best, words) };
}

/** Each different term counts in full, its repetitions a little. */
function worth(hits, words) {
  const counts = new Map();
  for (const { term } of hits) counts.set(term, (counts.get(term) ?? 0) + 1);
  return [...counts].reduce((sum, [term, count]) => sum + words.get(term) * (1 + Math.log(count) / 4), 0);
}

function passage({ text, hits }, words) {
  const length = /[\u4e00-\u9fff]/.test(text) ? LENGTH.han : LENGTH.other;
  const start = hits.length ? Math.max(0, Math.round(densest(hits, words, length) - length * LEAD)) : 0;
  const from = start === 0 ? 0 : boundary(text, start);
  const to = boundary(text, from + length);
  const inside = hits.filter((hit) => hit.start >= from && hit.end <= to);
  return (from > 0 ? "… " : "") + marked(text, from, to, inside) + (to < text.length ? " …" : "");
}

/** Where the stretch of text begins that holds the most of the query. */
function densest(hits, words, length) {
  let best = { start: 0, sum: -1 };
  hits.forEach(({ start }, first) => {
    const near = hits.slice(first).filter((hit) => hit.end <= start + length * (1 - LEAD));
    const sum = worth(near, words);
    if (sum > best.sum) best = { start, sum };
  });
  return best.start;
}

/** The next place at or after `at` that does not cut a word. */
function boundary(text, at) {
  const rest = text.slice(at).search(/\s|[\u3000-\u9fff\uff00-\uffef]/);
  return rest < 0 || at >= text.length ? text.length : at + rest;
}

function marked(text, from, to, hits) {
  let html = "";
  let at = from;
  let open = false;
  for (const { start, end } of hits) {
    if (end <= at) continue;
    if (start > at || !open) {
      if (open) html += "</mark>";
      html += `${escape(text.slice(at, Math.max(at, start)))}<mark>`;
      at = Math.max(at, start);
      open = true;
    }
    html += escape(text.slice(at, end));
    at = end;
  }
  return html + (open ? "</mark>" : "") + escape(text.slice(at, to));
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]);
