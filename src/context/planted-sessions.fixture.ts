// Sessions in which a cut easily goes wrong: what is cut away has children of its own, or stands among what must not come back.

import { relink, write } from './damage.fixture.ts';
import { damagedSessions } from './damaged-sessions.fixture.ts';
import { answer, baseSession, call, type Fields, prompt, result, text } from './small-session.fixture.ts';

/** The damage in the middle of a session that a cut has to get past; all of the rest is in `damagedSessions`. */
const DAMAGE: readonly string[] = [
  'missing-parent',
  'missing-parent-6s-later',
  'progress-in-chain',
  'unknown-type-in-chain',
  'duplicate-uuid',
];

/** Name and text of each session. */
export function plantedSessions(): ReadonlyMap<string, string> {
  const base = baseSession();
  const damaged = damagedSessions();
  return new Map([
    // The branch that was left, and the one that was taken instead, hang on the result of a call.
    ['rewound-to-result', write([...base, ...wayFrom(7, 60)])],
    ['rewound-from-result', write([...base.slice(0, 7), ...wayFrom(7, 6.2), ...base.slice(7)])],
    ['rewound-to-parallel-result', write([...base, ...wayFrom(12, 60)])],
    ['missing-parent-of-result', write(relink(base, { 7: 900 }))],
    ['agents-inside', write([...base.slice(0, 10), ...agentRows(), ...base.slice(10)])],
    ['agents-inside-last', write([...base, ...agentRows()])],
    ['bad-lines', badLines(base)],
    ...DAMAGE.map((name): [string, string] => [name, damaged.get(name) as string]),
  ]);
}

/** A prompt and its work that hang on entry `parent`, from second `at` on. */
function wayFrom(parent: number, at: number): Fields[] {
  const way = [
    prompt(50, parent, 'Another way'),
    answer(51, 50, 'msg_w', text('On another way')),
    answer(52, 51, 'msg_w', call('w')),
    result(53, 52, 'w'),
    answer(54, 53, 'msg_z', text('At the end of another way')),
  ];
  return way.map((line, i) => ({ ...line, timestamp: later(at + i / 10) }));
}

/** What a sub-agent of an old client wrote into its session's own file. */
function agentRows(): Fields[] {
  const rows = [
    prompt(60, null, 'Task of a sub-agent'),
    answer(61, 60, 'msg_s', text('The sub-agent looks')),
    answer(62, 61, 'msg_s', call('s')),
    result(63, 62, 's'),
    answer(64, 63, 'msg_t', text('Report of a sub-agent')),
  ];
  return rows.map((line, i) => ({ ...line, isSidechain: true, timestamp: later(10 + i / 10) }));
}

function badLines(base: readonly Fields[]): string {
  const lines = write(base).split('\n');
  const bad = ['', '{"type":"user","mess', 'null', '[1,2]', '"text"', '{}', '\u0000\u0000', '  \t'];
  return lines.flatMap((line, i) => [line, ...(bad[i - 2] === undefined ? [] : [bad[i - 2]])]).join('\n');
}

function later(seconds: number): string {
  return new Date(Date.parse(baseSession()[0]?.timestamp as string) + seconds * 1000).toISOString();
}
