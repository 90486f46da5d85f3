// Takes everything out of session text that could steer a terminal or reorder what is read: escapes, controls, bidi marks.

// A string sequence (OSC, DCS, APC, PM, SOS) goes with its content, as a terminal would swallow it. Its length is limited:
// one without an end loses only its introducer, and hostile text costs no square of its length.
const ESCAPES =
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0080-\u009f\n]{0,4096}(?:\u0007|\u001b\\|\u009c)|\u001b[\]PX^_]|(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]|\u001b[ -/]{0,8}[0-~]/g;
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
// Marks that turn the reading direction, annotation marks and the byte order mark; joiners stay, emoji need them.
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const ANY =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/;

/** Safe text of one or more lines: newlines and tabs stay, all else that steers a terminal is gone. */
export function stripControls(text: string): string {
  // Most text has nothing to strip, and looking is cheaper than replacing.
  if (!ANY.test(text)) return text;
  return text.replace(ESCAPES, '').replace(CONTROLS, '').replace(INVISIBLE, '');
}

/** The same on one line, with runs of white space as single spaces. */
export function stripToLine(text: string): string {
  // Before they go as controls: what they part are words.
  return stripControls(text.replace(LINE_ENDS, ' ')).replace(/\s+/g, ' ').trim();
}

/** All but the newline. */
const LINE_ENDS = /[\u000b-\u000d\u0085\u2028\u2029]/g;
