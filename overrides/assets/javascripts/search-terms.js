/**
 * The search terms of a text, with their places. `scripts/search_terms.py` does the same when the index is built;
 * a test compares the two.
 */

const HAN = "\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff";
const LETTERS = `(?:(?![${HAN}])[\\p{L}\\p{N}])+`;
const TOKEN = new RegExp(`[${HAN}]+|${LETTERS}(?:[-_.:@+]${LETTERS})*`, "gu");
const STARTS_HAN = new RegExp(`^[${HAN}]`);
const NUMBER = /^[0-9.]+$/;
const STEM_FROM = 4;

/** Lower case, without accents and width variants. */
export const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** A function that gives a text's terms as `{term, start, end}`, with the stem rules of the index. */
export function tokenizer(stems) {
  const rules = stems.map(([pattern, replacement]) => [new RegExp(pattern, "g"), replacement]);
  const stem = (word) =>
    word.length < STEM_FROM ? word : rules.reduce((w, [pattern, replacement]) => w.replace(pattern, replacement), word);

  return (text) => [...text.matchAll(TOKEN)].flatMap(({ 0: token, index }) => {
    if (STARTS_HAN.test(token)) {
      return token.length === 1
        ? [{ term: token, start: index, end: index + 1 }]
        : Array.from({ length: token.length - 1 }, (_, i) =>
            ({ term: token.slice(i, i + 2), start: index + i, end: index + i + 2 }));
    }
    const place = { start: index, end: index + token.length };
    if (NUMBER.test(token)) return [{ term: token, ...place }];
    const parts = partsOf(token, index);
    const joined = parts.length > 2 ? parts.slice(1).map((part, i) => join(parts[i], part)) : [];
    const whole = parts.length > 1 ? [{ term: parts.map(({ term }) => term).join(""), ...place }] : [];
    return [...parts, ...joined, ...whole].map(({ term, start, end }) => ({ term: stem(term), start, end }));
  });
}

const join = (left, right) => ({ term: left.term + right.term, start: left.start, end: right.end });

/** The parts of a compound: split at punctuation, and where `camelCase` goes up. */
function partsOf(token, offset) {
  const cuts = [...token.matchAll(/[-_.:@+]|[a-z](?=[A-Z][a-z]{2})/g)];
  let start = 0;
  const parts = [];
  for (const { 0: cut, index } of [...cuts, { 0: "", index: token.length }]) {
    const end = /[a-z]/.test(cut) ? index + 1 : index;
    parts.push({ term: fold(token.slice(start, end)), start: offset + start, end: offset + end });
    start = index + cut.length;
  }
  return parts;
}
