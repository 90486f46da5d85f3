// Rules about lines and bytes: torn, joined, unreadable, the last newline [L1] [L2] [F4].

import { compareVersions } from '../../base/compare-versions.ts';
import { countOf } from '../../base/format-number.ts';
import { isObject, type JsonObject, parseObject } from '../../base/json.ts';
import { findObjectEnd } from '../../log/find-object-end.ts';
import type { Line, UnreadableLine } from '../../log/line.ts';
import { listLines } from '../../log/list-lines.ts';
import { isMarked, lineText } from '../../log/parse-line.ts';
import type { CheckedSession } from '../checked-session.ts';
import type { CheckRule, Found } from '../finding.ts';
import { NOTHING_TO_DO, repairRemedy } from '../wording.ts';

const CLOSE_BRACE = 0x7d;

const emptyFile: CheckRule = {
  id: 'empty-file',
  formatRule: 'F4',
  severity: 'note',
  find: ({ lines }) => {
    if (lines.some((line) => line.kind !== 'blank')) return [];
    return [{ message: 'The file is empty: there is nothing to resume.', remedy: 'It can be deleted.' }];
  },
};

const tornLine: CheckRule = {
  id: 'torn-line',
  formatRule: 'L1',
  severity: 'warning',
  find: (checked) =>
    unreadable(checked, 'not-json')
      .filter((line) => line.terminated && looksLikeEntry(line))
      .map((at) => ({
        at,
        message: `The line ${at.raw.at(-1) === CLOSE_BRACE ? 'is damaged inside' : `breaks off after ${countOf(at.place.length, 'byte')}`}: the client passes it over.`,
        remedy: repairRemedy(checked),
      })),
};

const tornLastLine: CheckRule = {
  id: 'torn-last-line',
  formatRule: 'L1',
  severity: 'warning',
  find: (checked) => {
    const at = checked.lines.at(-1);
    if (at?.kind !== 'unreadable' || at.terminated || at.reason !== 'not-json') return [];
    if (checked.live) {
      const message = 'The last line is half written: the session is being written to.';
      return [{ at, message, remedy: NOTHING_TO_DO, severity: 'note' }];
    }
    const message =
      'The last line is half written: the client passes it over, and clients 2.0.33 to 2.1.200 write on behind it.';
    return [{ at, message, remedy: repairRemedy(checked) }];
  },
};

const unreadableLine: CheckRule = {
  id: 'unreadable-line',
  formatRule: 'L1',
  severity: 'warning',
  find: (checked) => [
    ...unreadable(checked, 'not-json')
      .filter((line) => line.terminated && !looksLikeEntry(line))
      .map(
        (at): Found => ({
          at,
          message: 'The line is not JSON: the client passes it over.',
          remedy: repairRemedy(checked),
        }),
      ),
    ...unreadable(checked, 'too-long').map(
      (at): Found => ({
        at,
        message: `The line is too long to be read (${at.place.length} bytes).`,
        remedy: repairRemedy(checked),
      }),
    ),
    ...unreadable(checked, 'too-deep').map(
      (at): Found => ({
        at,
        message: 'The line nests its JSON hundreds of levels deep, as no client does: clew passes it over.',
        remedy: repairRemedy(checked),
      }),
    ),
    ...unreadable(checked, 'not-an-object').map(
      (at): Found => ({
        at,
        message: 'The line is JSON, but not an object: the client passes it over.',
        remedy: NOTHING_TO_DO,
        severity: 'note',
      }),
    ),
  ],
};

const joinedLines: CheckRule = {
  id: 'joined-lines',
  formatRule: 'L1',
  severity: 'warning',
  find: (checked) =>
    unreadable(checked, 'joined').map((at): Found => {
      const reads = readsFirst(at);
      const unread = reads ? at.parts.slice(1) : at.parts;
      const talk = unread.filter(({ value }) => isMessage(value)).length;
      const what = reads
        ? `${countOf(at.parts.length, 'entry', 'entries')} stand on one line without a newline between them: only the first is read`
        : `${countOf(at.parts.length, 'entry', 'entries')} stand behind bytes that are not an entry: the client reads none of the line`;
      return {
        at,
        message: talk > 0 ? `${what}, and ${countOf(talk, 'message')} of it is lost.` : `${what}.`,
        remedy: repairRemedy(checked),
        severity: talk > 0 ? 'error' : 'warning',
      };
    }),
};

const noFinalNewline: CheckRule = {
  id: 'no-final-newline',
  formatRule: 'L1',
  severity: 'note',
  find: (checked) => {
    const at = checked.lines.at(-1);
    if (at === undefined || at.terminated || at.kind === 'unreadable' || checked.live) return [];
    const { version } = checked;
    const risky =
      version === undefined ||
      (compareVersions(version, '2.0.33') >= 0 && compareVersions(version, '2.1.200') <= 0);
    return [
      {
        at,
        message:
          'The last line has no newline: clients 2.0.33 to 2.1.200 would write the next entry on the same line and lose it.',
        remedy: `${repairRemedy(checked)}, or add a newline at the end of the file.`,
        severity: risky ? 'warning' : 'note',
      },
    ];
  },
};

const byteOrderMark: CheckRule = {
  id: 'byte-order-mark',
  formatRule: 'L1',
  severity: 'note',
  find: (checked) => {
    const at = checked.lines[0];
    if (!at || !isMarked(at)) return [];
    const message =
      'The file begins with a byte order mark: clients before 2.1.50 do not read the first line.';
    return [{ at, message, remedy: repairRemedy(checked) }];
  },
};

const invalidUtf8: CheckRule = {
  id: 'invalid-utf8',
  formatRule: 'L1',
  severity: 'note',
  find: (checked) => {
    if (checked.validUtf8) return [];
    const bad = checked.lines.filter((line) => line.kind === 'entry' && !isUtf8(line.raw));
    if (bad.length === 0) return [];
    const message = `Bytes that are not UTF-8 in ${listLines(bad)}: they are read as “�”.`;
    return [{ at: bad[0], message, remedy: NOTHING_TO_DO }];
  },
};

export const lineRules: readonly CheckRule[] = [
  emptyFile,
  tornLine,
  tornLastLine,
  unreadableLine,
  joinedLines,
  noFinalNewline,
  byteOrderMark,
  invalidUtf8,
];

function unreadable(checked: CheckedSession, reason: UnreadableLine['reason']): readonly UnreadableLine[] {
  return checked.lines.filter(
    (line: Line): line is UnreadableLine => line.kind === 'unreadable' && line.reason === reason,
  );
}

function looksLikeEntry(line: UnreadableLine): boolean {
  let at = 0;
  while (line.raw[at] === 0x20 || line.raw[at] === 0x09) at++;
  return line.raw[at] === 0x7b;
}

/** Whether the line starts with a whole object: behind a torn half the client reads nothing [resume R1]. */
function readsFirst(line: UnreadableLine): boolean {
  const text = lineText(line);
  const start = text.search(/\S/);
  const end = text[start] === '{' ? findObjectEnd(text, start) : -1;
  return end >= 0 && parseObject(text.slice(start, end)) !== undefined;
}

function isMessage(value: JsonObject): boolean {
  const talks = value.type === 'user' || value.type === 'assistant';
  return talks && isObject(value.message) && value.isSidechain !== true;
}

const strict: TextDecoder = new TextDecoder('utf-8', { fatal: true });

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
