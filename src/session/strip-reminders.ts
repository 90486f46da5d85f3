// Takes the reminders that the client mixes into prompts out of a text, in one pass.

const OPEN = '<system-reminder>';
const CLOSE = '</system-reminder>';

/** Without each `<system-reminder>` up to its end tag; an unclosed one stays, as it may be what a person wrote. */
export function stripReminders(text: string): string {
  let left = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf(OPEN, at);
    const end = start < 0 ? -1 : text.indexOf(CLOSE, start);
    if (end < 0) return left + text.slice(at);
    left += text.slice(at, start);
    at = end + CLOSE.length;
  }
}
