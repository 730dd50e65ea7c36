async ([content, cases]) => {
  const { suggestions } = await import("/static/record/input/completion.js");
  const { namesIn } = await import("/static/record/names.js");
  const names = namesIn(content), name = (id) => names[id] ?? id;
  const sorted = (value) => {
    if (Array.isArray(value)) return value.map(sorted);
    if (!value || typeof value !== "object") return value;
    return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
  };
  const same = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
  /** Pieces of the line, beginnings of two of its words, and what answers dice and cards. */
  const candidates = ({ line, told, label }) => {
    const tried = new Set(told), text = line.toLowerCase();
    for (let at = 0; at < text.length; at += 1) {
      for (let length = 1; length <= 6; length += 1) tried.add(text.slice(at, at + length).trim());
    }
    const words = [...new Set(`${line} ${label}`.toLowerCase().split(/[^\p{L}\p{N}]+/u))].filter(Boolean);
    const beginnings = words.flatMap((word) => [1, 2, 3].map((length) => word.slice(0, length)));
    for (const one of beginnings) {
      tried.add(one);
      for (const other of beginnings) tried.add(`${one} ${other}`);
    }
    return [...tried].filter(Boolean).sort((a, b) => a.length - b.length);
  };
  return cases.map((given) => {
    const found = candidates(given).find((text) => same(suggestions(given.options, text, name)[0]?.happened, given.event));
    return found === undefined ? given.line.length : found.length;
  });
}
