// Reads what stands between one of the client's tags and its end. By searching, not by a pattern: texts may be large and hostile.

/** The trimmed text of the first `<tag>…</tag>`; undefined where there is none, or it has no end. */
export function tagText(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  if (start < 0) return undefined;
  const from = start + tag.length + 2;
  const end = text.indexOf(`</${tag}>`, from);
  return end < 0 ? undefined : text.slice(from, end).trim();
}
