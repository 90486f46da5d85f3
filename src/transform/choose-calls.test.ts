import { expect, test } from 'vitest';
import { joinBytes } from '../base/bytes.ts';
import type { JsonObject } from '../base/json.ts';
import { makeEntries } from '../log/make-entries.fixture.ts';
import { parseLog } from '../log/read-log.ts';
import { buildThread } from '../session/session.ts';
import { type CallChoice, countGone, listCalls } from './choose-calls.ts';
import { oldestTurns } from './choose-turns.ts';
import { cutSession } from './cut.ts';
import type { Changes, CutSession } from './cut-session.ts';
import { explainIdleCuts } from './explain-idle.ts';
import { finishSession } from './finish-session.ts';
import { layOutSession } from './lay-out-session.ts';
import { markSize } from './mark-size.ts';
import { sessionBytes } from './write-session.ts';

/** Entries one after another: `p` a prompt, `c` a call of Bash with its result, `r` one of Read, `b` a compaction. */
function session(shape: string): CutSession {
  const values: JsonObject[] = [];
  const add = (type: string, more: JsonObject) => {
    const parent = values.at(-1)?.uuid ?? null;
    const boundary = more.subtype !== undefined;
    values.push({
      type,
      uuid: `e${values.length}`,
      parentUuid: boundary ? null : parent,
      ...(boundary ? { logicalParentUuid: parent } : {}),
      sessionId: 's',
      timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, values.length)).toISOString(),
      ...more,
    });
  };
  for (const [n, letter] of [...shape].entries()) {
    if (letter === 'p') add('user', { message: { role: 'user', content: `ask ${n}` } });
    if (letter === 'b') {
      add('system', { subtype: 'compact_boundary', content: 'Conversation compacted' });
      add('user', { isCompactSummary: true, message: { role: 'user', content: 'So far …' } });
    }
    if (letter !== 'c' && letter !== 'r') continue;
    const name = letter === 'c' ? 'Bash' : 'Read';
    const use = { type: 'tool_use', id: `t${n}`, name, input: {} };
    const about = { role: 'assistant', model: 'claude-opus-4-6', stop_reason: 'tool_use' };
    add('assistant', { message: { ...about, id: `m${n}`, content: [use] } });
    const result = { type: 'tool_result', tool_use_id: `t${n}`, content: 'out' };
    add('user', { message: { role: 'user', content: [result] } });
  }
  return layOutSession(buildThread(makeEntries(values))).session;
}

const cut = (before: CutSession, choice: CallChoice) => cutSession(before, { removeCalls: choice });
const half: CallChoice = { reach: { kind: 'oldest', share: 0.5 } };
const left = (of: CutSession) => listCalls(of.items).map(({ id }) => id);

/** What is read back of a session that was written. */
function written(of: CutSession): CutSession {
  const lines = parseLog(joinBytes([...sessionBytes(markSize(finishSession(of, { title: 'A cut' }), 1000))]));
  return layOutSession(buildThread(lines)).session;
}

function explain(before: CutSession, removeCalls: CallChoice, changes: Changes): string[] {
  return explainIdleCuts([{ before, cut: { removeCalls }, changes, undecoded: 0 }], changes);
}

test('with fewer than four turns a share is of the calls, and taking it again takes nothing more', () => {
  const once = cut(session('pcccccccccc'), half);
  expect(once.changes).toEqual({ toolCalls: 5 });
  expect(left(once.session)).toEqual(['t6', 't7', 't8', 't9', 't10']);
  expect(cut(once.session, half)).toEqual({ session: once.session, changes: {} });
  const again = written(once.session);
  expect(countGone(again)).toBe(5);
  expect(cut(again, half).changes).toEqual({});
  expect(explain(again, half, {})).toEqual([
    'No tool call was removed: 5 were removed before, which is that share or more.',
  ]);
  // A larger share takes what it says of all calls that were ever made, not of those that are left.
  expect(left(cut(again, { reach: { kind: 'oldest', share: 0.8 } }).session)).toEqual(['t9', 't10']);
});

test('a share of the calls of one tool is as good at the second time as at the first', () => {
  const choice: CallChoice = { ...half, tools: ['Bash'] };
  const once = cut(session('pcrcrcrcr'), choice);
  expect(left(once.session)).toEqual(['t2', 't4', 't5', 't6', 't7', 't8']);
  expect(cut(written(once.session), choice).changes).toEqual({});
});

test('[R3] a share is of the turns that a resume loads; what was compacted away is old and goes along', () => {
  const compacted = session('pcpcpcpcpcpcbpcpcpcpc');
  expect(oldestTurns(compacted, { kind: 'oldest', share: 0.5 })).toBe(8);
  const { session: after, changes } = cut(compacted, half);
  expect(changes).toEqual({ toolCalls: 8 });
  expect(left(after)).toHaveLength(2);
  expect(cut(after, half).changes).toEqual({});
});

test('[R3] behind a compaction with few turns, the share is of the calls that are still loaded', () => {
  const { session: after, changes } = cut(session('pcpcpcpcpcbccpcc'), half);
  expect(changes).toEqual({ toolCalls: 7 });
  expect(left(after)).toHaveLength(2);
  expect(cut(written(after), half).changes).toEqual({});
});

test('[R3] removing only what a resume does not load is said to save nothing', () => {
  const before = session('pcpcpcpcbpppp');
  const all: CallChoice = { reach: { kind: 'all' } };
  const { changes } = cut(before, all);
  expect(changes).toEqual({ toolCalls: 4 });
  expect(explain(before, all, changes)).toEqual([
    'The tool calls removed stand before the last compaction, which a resume does not load: that saves no tokens.',
  ]);
  expect(explain(session('pcpc'), all, { toolCalls: 2 })).toEqual([]);
});

test('where two cuts ask for the same, nothing is said of the one that came second', () => {
  const before = session('pcpc');
  const all: CallChoice = { reach: { kind: 'all' } };
  const { session: after, changes } = cut(before, all);
  const second = { before: after, cut: { removeCalls: all }, changes: {}, undecoded: 0 };
  expect(explainIdleCuts([{ ...second, before, changes }, second], changes)).toEqual([]);
  expect(explainIdleCuts([second], {})).toEqual(['No tool call was removed: the session has no tool calls.']);
});
