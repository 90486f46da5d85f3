// Session text made safe for a terminal: controls gone, tabs as spaces, and colours of shell output re-emitted by us alone.
import { stripControls } from '../../base/strip-controls.ts';

/** Every text of a session passes through here, or through one of the two below, before anything else touches it. */
export function safeText(text: string): string {
  return stripControls(text).replaceAll('\t', '    ');
}

/** Output of a command: of a line that was written over, as by a progress bar, what was last to be seen. */
export function safeOutput(text: string, color: boolean): string {
  const settled = text.includes('\r') ? text.split('\n').map(lastSeen).join('\n') : text;
  return color ? keepColors(settled) : safeText(settled);
}

// By searching, not by a pattern: one that begins with any characters is tried at every one of them.
function lastSeen(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end--;
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end);
}

const SGR = /\u001b\[([0-9;]{0,40})m/;
const RESET = '\u001b[0m';

// Split at the colour sequences: what is between them is made safe, and only known codes are written again.
function keepColors(text: string): string {
  if (!text.includes('\u001b[')) return safeText(text);
  return text
    .split('\n')
    .map((line) => {
      let open = false;
      const parts = line.split(SGR).map((part, i) => {
        if (i % 2 === 0) return safeText(part);
        const codes = allowedCodes(part);
        if (codes === undefined) return '';
        open = codes !== '0';
        return `\u001b[${codes}m`;
      });
      return parts.join('') + (open ? RESET : '');
    })
    .join('\n');
}

// Bold to underlined, the sixteen colours and their ends. Blinking, concealed and inverse text would hide or shout.
function isPlainCode(code: number): boolean {
  return (
    code <= 4 ||
    (code >= 21 && code <= 24) ||
    (code >= 30 && code <= 37) ||
    code === 39 ||
    (code >= 40 && code <= 47) ||
    code === 49 ||
    (code >= 90 && code <= 97) ||
    (code >= 100 && code <= 107)
  );
}

function allowedCodes(parameters: string): string | undefined {
  const codes = parameters === '' ? [0] : parameters.split(';').map(Number);
  const kept: number[] = [];
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] as number;
    const [form, index] = [codes[i + 1], codes[i + 2]];
    if (code === 38 || code === 48) {
      if (form === 5 && index !== undefined && index <= 255) kept.push(code, 5, index);
      // A colour of 24 bits takes three more numbers; it is left out, not misread as codes.
      i += form === 5 ? 2 : form === 2 ? 4 : codes.length;
    } else if (isPlainCode(code)) kept.push(code);
  }
  return kept.length > 0 ? kept.join(';') : undefined;
}
