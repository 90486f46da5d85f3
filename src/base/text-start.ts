// The beginning or the end of a text, never with half of a character: JSON would carry the half on, and the API refuses it.

/** At most so many UTF-16 units. */
export function textStart(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, wholeAt(text, most));
}

export function textEnd(text: string, most: number): string {
  if (text.length <= most) return text;
  const from = text.length - most;
  return text.slice(wholeAt(text, from) < from ? from + 1 : from);
}

/** The place itself, or the one before it where it lies between the halves of a character. */
export function wholeAt(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}
