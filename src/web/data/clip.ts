// Shortens words to so many letters, the ellipsis among them.
import { textStart } from '../../base/text-start.ts';

export function clip(text: string, most: number): string {
  return text.length <= most ? text : `${textStart(text, Math.max(most - 1, 1)).trimEnd()}…`;
}
