/** Mark the words of a search on the page that it led to. */

const NAME = "search"; // styled in search.css as ::highlight(search)
const SKIPPED = ".katex, .headerlink, svg, script, style";

/** Mark `words` in the article, as the passage among the results has them, and unfold the block that holds most of them. */
export function highlight(words) {
  const article = document.querySelector("article");
  if (!article || !words.length || !globalThis.CSS?.highlights) return;
  const found = ranges(article, words);
  CSS.highlights.set(NAME, new Highlight(...found));
  openFolded(found);
}

/** The same for the words that the address names (`?h=…&h=…`). They are taken out of it, so that a copied link is clean. */
export function highlightFromAddress() {
  const address = new URL(location.href);
  const words = address.searchParams.getAll("h");
  address.searchParams.delete("h");
  history.replaceState(history.state, "", address);
  highlight(words);
}

function ranges(article, words) {
  const pattern = new RegExp(words.map(whole).join("|"), "giu");
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest(SKIPPED)) continue;
    for (const { 0: word, index } of node.data.matchAll(pattern)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      found.push(range);
    }
  }
  return found;
}

/** A word only as a whole; Chinese anywhere. */
function whole(word) {
  const literal = word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return /^[\u3400-\u9fff]/.test(word) ? literal : `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`;
}

/** Unfold the block of the section aimed at that holds more of the words than what is open there. */
function openFolded(found) {
  const target = document.getElementById(location.hash.slice(1));
  if (!target) return;
  const words = new Map(); // folded block, or undefined → the different words in it
  for (const range of found.filter((range) => inSection(target, range.startContainer))) {
    const block = range.startContainer.parentElement.closest("details:not([open])") ?? undefined;
    words.set(block, (words.get(block) ?? new Set()).add(range.toString().toLowerCase()));
  }
  const [[best] = []] = [...words].sort(([a, inA], [b, inB]) => inB.size - inA.size || (a ? 1 : 0) - (b ? 1 : 0));
  if (best) best.open = true;
}

function inSection(heading, node) {
  const headings = [...heading.parentElement.querySelectorAll("h2, h3, h4")];
  const next = headings[headings.indexOf(heading) + 1];
  const after = (a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING;
  return after(heading, node) && (!next || after(node, next));
}
