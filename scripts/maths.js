/** What scripts/maths.py calls in a context that holds KaTeX: each takes TeX and its style, and answers with a string. */
(() => {
  const options = (display) => ({ displayMode: display, strict: "ignore", trust: false });
  const PIECES = 1; // em of space, as \quad sets it, that parts one formula on a line from the next
  const OPEN = /[([{⟨⌊⌈]/g;
  const CLOSE = /[)\]}⟩⌋⌉]/g;

  function span(name, children) {
    return new katex.__domTree.Span([`katex-${name}`], children);
  }

  /** Let a formula in a line of text wrap between its parts, but not before the punctuation after it. */
  function wrappableInText(tree) {
    const html = tree.children.at(-1);
    html.children = html.children.flatMap((base, i) => (i ? [{ toMarkup: () => "<wbr>" }, base] : [base]));
  }

  /** Let a displayed formula wrap on a phone: between the formulas on its line first, then outside brackets. */
  function wrappable(tree) {
    const html = tree.children[0].children.at(-1);
    if (!html.children.every(({ classes }) => classes.join() === "katex-base")) return; // it has a tag or lines of its own
    const pieces = html.children.reduce((found, base) => {
      const [first, ...others] = split(base);
      found.at(-1).push(first);
      return [...found, ...others.map((part) => [part])];
    }, [[]]).map(outsideBrackets);
    html.children = pieces.length === 1 ? pieces[0] : pieces.flatMap((parts, i) => [
      ...(i ? [span("gap", [new katex.__domTree.SymbolNode(" ")])] : []),
      span("piece", parts),
    ]);
  }

  /** The base in pieces, without the wide spaces between them. */
  function split({ classes, children: [strut, ...nodes] }) {
    const pieces = [[]];
    for (const node of nodes) {
      if (parseFloat(node.style?.marginRight) >= PIECES) pieces.push([]);
      else pieces.at(-1).push(node);
    }
    return pieces.map((piece) => new katex.__domTree.Span([...classes], [strut, ...piece]));
  }

  /** The bases of a piece, those that stand in brackets together. */
  function outsideBrackets(bases) {
    const parts = [];
    let depth = 0;
    for (const base of bases) {
      if (depth > 0) parts.at(-1).push(base);
      else parts.push([base]);
      depth += nesting(base);
    }
    return parts.map((part) => (part.length > 1 ? span("part", part) : part[0]));
  }

  /** How many brackets a node opens more than it closes; `\left` and `\right` keep theirs together anyway. */
  function nesting({ text = "", classes = [], children = [] }) {
    if (classes.includes("minner")) return 0;
    const own = (text.match(OPEN) ?? []).length - (text.match(CLOSE) ?? []).length;
    return children.reduce((sum, child) => sum + nesting(child), own);
  }

  return {
    /** KaTeX's message when it refuses a formula, or "". */
    refusal(tex, display) {
      try {
        katex.__parse(tex, options(display));
        return "";
      } catch (error) {
        return error.message;
      }
    },

    /** JSON with `html`, or with KaTeX's message as `error`. */
    render(tex, display) {
      try {
        const tree = katex.__renderToDomTree(tex, options(display));
        if (display) wrappable(tree);
        else wrappableInText(tree);
        return JSON.stringify({ html: tree.toMarkup() });
      } catch (error) {
        return JSON.stringify({ error: error.message });
      }
    },
  };
})();
