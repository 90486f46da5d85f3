// Takes the client's own XML-like wrappers off texts such as `<local-command-stdout>…</local-command-stdout>`.

const WRAPPERS =
  /<\/?(?:local-command-(?:stdout|stderr|caveat)|bash-(?:input|stdout|stderr)|system-reminder|command-(?:name|message|args|contents))>/g;

/** The text without the wrappers' tags; what stands between them stays. */
export function untag(text: string): string {
  return text.replace(WRAPPERS, '').trim();
}
