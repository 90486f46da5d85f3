// Takes the client's own XML-like wrappers off texts such as `<local-command-stdout>…</local-command-stdout>`.

const WRAPPERS =
  /<\/?(?:local-command-(?:stdout|stderr|caveat)|bash-(?:input|stdout|stderr)|system-reminder|command-(?:name|message|args|contents))>/g;

/** The text without the wrappers' tags; what stands between them stays. */
export function untag(text: string): string {
  return text.replace(WRAPPERS, '').trim();
}

/** The text of the first `<tag>…</tag>`. Found by searching, not by a pattern: texts may be large and hostile. */
export function tagText(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  if (start < 0) return undefined;
  const from = start + tag.length + 2;
  const end = text.indexOf(`</${tag}>`, from);
  return end < 0 ? undefined : text.slice(from, end).trim();
}
