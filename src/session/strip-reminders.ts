// Parts what a person typed from the reminders that the client mixes into prompts, in one pass.

const OPEN = '<system-reminder>';
const CLOSE = '</system-reminder>';

/** Without each `<system-reminder>` up to its end tag; an unclosed one stays, as it may be what a person wrote. */
export function stripReminders(text: string): string {
  return splitReminders(text).own;
}

/** The same, with the reminders' own texts, without their tags. */
export function splitReminders(text: string): {
  readonly own: string;
  readonly reminders: readonly string[];
} {
  const reminders: string[] = [];
  let own = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf(OPEN, at);
    const end = start < 0 ? -1 : text.indexOf(CLOSE, start);
    if (end < 0) return { own: own + text.slice(at), reminders };
    own += text.slice(at, start);
    reminders.push(text.slice(start + OPEN.length, end));
    at = end + CLOSE.length;
  }
}
