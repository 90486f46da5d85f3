// Writes the control characters that JSON leaves as they are as escapes: the data stays the same, and a terminal is safe.

/** C1 controls, DEL, and marks that reorder text; JSON.stringify itself escapes those below the space. */
const UNESCAPED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

export function escapeControls(json: string): string {
  return json.replace(
    UNESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
