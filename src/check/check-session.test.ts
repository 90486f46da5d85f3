import { describe, expect, test } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import type { JsonObject } from '../base/json.ts';
import { DAMAGE_KINDS, damage } from '../forge/damage.ts';
import { ERAS, eraOf } from '../forge/eras.ts';
import { forgeSession, mainBytes } from '../forge/forge-session.ts';
import { entryBlocks, isToolResult, isToolUse } from '../log/block.ts';
import type { Entry, Line } from '../log/line.ts';
import { parseLog } from '../log/read-log.ts';
import { CHECK_RULES, checkSession, type SessionCheck } from './check-session.ts';
import type { CheckInput } from './checked-session.ts';
import type { Finding } from './finding.ts';

const ID = '01234567-89ab-4cde-8f01-23456789abcd';

function check(bytes: Uint8Array, more: Partial<CheckInput> = {}): SessionCheck {
  const lines = parseLog(bytes);
  return checkSession({ sessionId: undefined, selector: '01234567', kind: 'main', lines, ...more });
}

// One tool call at a time, so that every link is on the resumed path and no older client differs by itself.
const SOUND = mainBytes(forgeSession({ seed: 'sound', era: eraOf('2.1.150'), shape: ['signed-thinking'] }));
const SOUND_LINES = new Set(parseLog(SOUND).map((line) => String(line.raw)));
const SOUND_FINDINGS = new Set(check(SOUND).problems.map(({ rule, message }) => `${rule} ${message}`));

interface Damaged {
  readonly lines: readonly Line[];
  readonly entries: readonly Entry[];
  /** Lines that are not in the sound session, counted from 1. */
  readonly changed: readonly number[];
  /** Findings that the sound session does not have. */
  readonly found: readonly Finding[];
}

function damaged(kind: string, seed: number): Damaged {
  const bytes = damage(SOUND, { seed, kinds: [kind] });
  const lines = parseLog(bytes);
  return {
    lines,
    entries: lines.filter((line) => line.kind === 'entry'),
    changed: lines.filter((line) => !SOUND_LINES.has(String(line.raw))).map((line) => line.place.line),
    found: check(bytes).problems.filter(({ rule, message }) => !SOUND_FINDINGS.has(`${rule} ${message}`)),
  };
}

/** The finding of a rule at a line: fails where there is none. */
function at(view: Damaged, rule: string, line: number | undefined): Finding {
  expect(view.found.map((finding) => `${finding.rule} ${finding.line}`)).toContain(`${rule} ${line}`);
  return view.found.find((finding) => finding.rule === rule && finding.line === line) as Finding;
}

function severities(view: Damaged): readonly string[] {
  return [...new Set(view.found.map(({ severity }) => severity))];
}

const nothing = (view: Damaged) => expect(view.found).toEqual([]);

const BY_DAMAGE: Readonly<Record<string, (view: Damaged) => void>> = {
  'duplicate-uuid': (view) => {
    const copy = view.entries.find((entry) => entry.value.note !== undefined);
    const first = view.entries.find((entry) => entry.value.uuid === copy?.value.uuid);
    at(view, 'duplicate-uuid', first?.place.line);
  },
  'dangling-parent': (view) => {
    const finding = at(view, 'dangling-parent', view.changed[0]);
    if (finding.message.includes('cannot be loaded')) expect(finding.severity).toBe('error');
    else expect(finding.message).toMatch(/nearest in time|no message before it/);
  },
  'null-parent': (view) => {
    const finding = at(view, 'null-parent', view.changed[0]);
    const prompt = finding.message.startsWith('The conversation begins anew at this prompt');
    expect(finding.severity).toBe(prompt ? 'warning' : 'error');
  },
  cycle: (view) => {
    expect(at(view, 'cycle', view.changed[0]).severity).toBe('warning');
    expect(view.found.map(({ rule }) => rule)).toContain('older-clients-hang');
  },
  'self-parent': (view) => {
    at(view, 'cycle', view.changed[0]);
    expect(view.found.map(({ rule }) => rule)).toContain('older-clients-hang');
  },
  'same-timestamps': (view) => {
    const finding = view.found.find(({ rule }) => rule === 'older-clients-other-leaf');
    expect(finding?.message).toMatch(/^Clients 1\.0\.60 to 2\.1\.(?:50|100) would go on from another entry/);
  },
  'mixed-session-ids': (view) => {
    const other = view.entries.find((entry) => entry.value.sessionId !== undefined)?.value.sessionId;
    const second = view.entries.find((entry) => (entry.value.sessionId ?? other) !== other);
    at(view, 'mixed-session-ids', second?.place.line);
  },
  'unknown-type': (view) => at(view, 'unknown-type-in-chain', (view.changed[0] as number) + 1),
  'unknown-fields': nothing,
  'shuffled-lines': (view) => {
    expect(view.found.map(({ rule }) => rule)).toContain('parent-later-in-file');
    expect(severities(view)).not.toContain('error');
  },
  'duplicate-line': (view) => {
    expect(severities(view)).not.toContain('error');
    for (const finding of view.found)
      expect(finding.rule).toMatch(/^(?:duplicate-uuid|repeated-result|older-)/);
  },
  'removed-result': (view) => {
    const answered = new Set(
      blocks(view)
        .filter(isToolResult)
        .map((block) => block.tool_use_id),
    );
    const open = view.entries.find((entry) =>
      entryBlocks(entry).some((block) => isToolUse(block) && !answered.has(block.id)),
    );
    at(view, 'orphan-use', open?.place.line);
  },
  'removed-use': (view) => {
    const used = new Set(
      blocks(view)
        .filter(isToolUse)
        .map((block) => block.id),
    );
    const stray = view.entries.find((entry) =>
      entryBlocks(entry).some((block) => isToolResult(block) && !used.has(block.tool_use_id)),
    );
    at(view, 'orphan-result', stray?.place.line);
  },
  'empty-text': (view) => at(view, 'empty-text', view.changed[0]),
  'empty-content': (view) => at(view, 'empty-content', view.changed[0]),
  'unsigned-thinking': (view) =>
    expect(at(view, 'unsigned-thinking', view.changed[0]).severity).toBe('error'),
  'huge-line': nothing,
  'deep-nesting': nothing,
  'lone-surrogate': (view) => expect(at(view, 'lone-surrogate', view.changed[0]).severity).toBe('error'),
  'invalid-utf8': (view) => at(view, 'invalid-utf8', view.changed[0]),
  'non-object-lines': (view) => {
    for (const line of view.changed) expect(at(view, 'unreadable-line', line).severity).toBe('note');
    expect(view.changed.length).toBe(5);
  },
  'garbage-line': (view) => at(view, 'unreadable-line', view.changed[0]),
  'blank-lines': nothing,
  'nul-run': (view) => {
    const rule = String(view.lines[(view.changed[0] as number) - 1]?.raw).includes('123')
      ? 'joined-lines'
      : 'unreadable-line';
    at(view, rule, view.changed[0]);
  },
  'joined-lines': (view) => at(view, 'joined-lines', view.changed[0]),
  'glued-half': (view) => at(view, 'joined-lines', view.changed[0]),
  'torn-middle-line': (view) => expect(at(view, 'torn-line', view.changed[0]).severity).toBe('warning'),
  'byte-order-mark': (view) => at(view, 'byte-order-mark', 1),
  crlf: nothing,
  'no-final-newline': (view) => at(view, 'no-final-newline', view.lines.length),
  'torn-last-line': (view) => at(view, 'torn-last-line', view.lines.length),
};

function blocks(view: Damaged): readonly JsonObject[] {
  return view.entries.flatMap((entry) => entryBlocks(entry));
}

describe('the rules and the kinds of damage', () => {
  test('every kind of damage has its fact', () => {
    expect(Object.keys(BY_DAMAGE).sort()).toEqual([...DAMAGE_KINDS].sort());
  });

  test('a sound session has neither errors nor warnings', () => {
    const { ok, problems, resume } = check(SOUND);
    expect(ok).toBe(true);
    expect(problems.filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(resume.loads).toBe(resume.of);
    expect(resume.of).toBeGreaterThan(5);
  });

  test.each(DAMAGE_KINDS)('[L1]–[R6] %s is found by its rule, at its line', (kind) => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) BY_DAMAGE[kind]?.(damaged(kind, seed));
  });

  test('[L1] no damage makes a rule throw: 2,000 forged sessions, one to three kinds each', () => {
    const sources = ERAS.map((era, i) => mainBytes(forgeSession({ seed: `law ${i}`, era, turns: 2 })));
    let withProblems = 0;
    for (let seed = 0; seed < 2000; seed++) {
      const source = sources[seed % sources.length] as Uint8Array;
      const { problems } = check(damage(source, { seed }));
      if (problems.length > 0) withProblems++;
      for (const { line, offset, message, remedy } of problems) {
        if (line < 0 || offset < 0 || message === '' || remedy === '')
          throw new Error(`seed ${seed}: ${message}`);
      }
    }
    expect(withProblems).toBeGreaterThan(1500);
  });

  test('forged sessions of every era have no errors', () => {
    const wrong: string[] = [];
    for (const era of ERAS) {
      for (const seed of ['a', 'b', 'c']) {
        const session = forgeSession({ seed: `sound ${seed}`, era });
        for (const { severity, rule, line, message } of check(mainBytes(session)).problems)
          if (severity === 'error') wrong.push(`${era.version} ${seed} ${rule} ${line} ${message}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

test('every rule has an id of its own and a rule of the format', () => {
  const ids = CHECK_RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, formatRule } of CHECK_RULES) {
    expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)+$|^cycle$/);
    expect(formatRule).toMatch(/^[A-Z]\d+$/);
  }
});

function log(...values: readonly JsonObject[]): Uint8Array {
  return encodeUtf8(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
}

const time = (n: number): string => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();
const user = (n: number, parent: number | null, content: unknown, more: object = {}): JsonObject =>
  ({
    type: 'user',
    uuid: `u${n}`,
    parentUuid: parent === null ? null : `u${parent}`,
    timestamp: time(n),
    sessionId: ID,
    version: '2.1.325',
    message: { role: 'user', content },
    ...more,
  }) as unknown as JsonObject;
const answer = (n: number, parent: number, content: unknown, more: object = {}): JsonObject => ({
  ...user(n, parent, content, more),
  type: 'assistant',
  message: { role: 'assistant', id: `msg${n}`, model: 'claude-opus-4-6', content } as unknown as JsonObject,
});
const text = (words: string) => ({ type: 'text', text: words });
const rules = (bytes: Uint8Array, more: Partial<CheckInput> = {}) =>
  check(bytes, more).problems.map(({ rule, severity, line }) => `${severity} ${rule} ${line}`);

/** The header of a PNG is all that its size needs. */
function png(width: number, height: number, padding = 0): JsonObject {
  const bytes = new Uint8Array(24 + padding);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x89504e47);
  view.setUint32(16, width);
  view.setUint32(20, height);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data: btoa(binary) } };
}

describe('images', () => {
  const withImages = (...images: JsonObject[]) =>
    log(user(1, null, [text('look'), ...images]), answer(2, 1, [text('seen')]));

  test('[R6] a side over 8000 pixels is an error, 8000 is not', () => {
    expect(rules(withImages(png(8001, 10)))).toEqual(['error oversized-image 1']);
    expect(rules(withImages(png(10, 8001)))).toEqual(['error oversized-image 1']);
    expect(rules(withImages(png(8000, 8000)))).toEqual([]);
  });

  test('[R6] over 2000 pixels is an error among more than 20 images only', () => {
    const small = Array.from({ length: 19 }, () => png(10, 10));
    expect(rules(withImages(...small, png(2001, 10)))).toEqual([]);
    expect(rules(withImages(...small, png(10, 10), png(2001, 10)))).toEqual(['error oversized-image 1']);
  });

  test('[R6] more than 5 MB of base64 is an error', () => {
    expect(rules(withImages(png(10, 10, 3_900_000)))).toEqual([]);
    expect(rules(withImages(png(10, 10, 4_000_000)))).toEqual(['error oversized-image 1']);
  });

  test('[R6] an image inside a tool result counts', () => {
    const bytes = log(
      user(1, null, 'look'),
      answer(2, 1, [{ type: 'tool_use', id: 'toolu_1', name: 'Read', input: {} }]),
      user(3, 2, [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [png(9000, 9000)] }]),
      answer(4, 3, [text('large')]),
    );
    expect(rules(bytes)).toEqual(['error oversized-image 3']);
  });
});

describe('thinking and identity', () => {
  test('[R6] an empty signature is as bad as none', () => {
    const bytes = log(
      user(1, null, 'hi'),
      answer(2, 1, [{ type: 'thinking', thinking: 'hm', signature: '' }, text('well')]),
    );
    expect(rules(bytes)).toEqual(['error unsigned-thinking 2']);
  });

  test('[M7] an empty thinking text with its signature is sound', () => {
    const bytes = log(
      user(1, null, 'hi'),
      answer(2, 1, [{ type: 'thinking', thinking: '', signature: 'EqQ' }, text('well')]),
    );
    expect(rules(bytes)).toEqual([]);
  });

  test('[M1] an id that two requests share is a warning', () => {
    const bytes = log(
      user(1, null, 'hi'),
      answer(2, 1, [text('one')], { requestId: 'req_1' }),
      user(3, 2, 'go on'),
      {
        ...answer(4, 3, [text('two')], { requestId: 'req_2' }),
        message: answer(2, 1, [text('two')]).message,
      },
    );
    expect(rules(bytes)).toContain('warning shared-message-id 4');
  });

  test('[F1] a file named after another session', () => {
    const bytes = log(user(1, null, 'hi'), answer(2, 1, [text('ho')]));
    expect(rules(bytes, { sessionId: ID })).toEqual([]);
    expect(rules(bytes, { sessionId: `f${ID.slice(1)}` })).toEqual(['warning session-id-not-file-name 1']);
  });

  test('[G8] a uuid used again with other words is a warning', () => {
    const bytes = log(user(1, null, 'hi'), answer(2, 1, [text('a')]), answer(2, 1, [text('b')]));
    expect(rules(bytes)).toContain('warning duplicate-uuid 2');
  });
});

describe('what a resume loads', () => {
  test('[R1] messages without any time: the client finds no conversation', () => {
    const { timestamp: _, ...bare } = user(1, null, 'hi');
    const { ok, problems, resume } = check(log(bare as JsonObject));
    expect(ok).toBe(false);
    expect(problems[0]).toMatchObject({ rule: 'not-resumable', severity: 'error', line: 1 });
    expect(resume).toEqual({ loads: 0, of: 1 });
  });

  test('[F4] an empty file, and one without messages, are notes', () => {
    expect(rules(encodeUtf8(''))).toEqual(['note empty-file 0']);
    expect(rules(log({ type: 'summary', summary: 'x', leafUuid: 'y' }))).toEqual(['note not-resumable 0']);
  });

  test('[R4] a gap of more than five seconds loses all before it, and says how much', () => {
    const bytes = log(
      user(1, null, 'first'),
      answer(2, 1, [text('one')]),
      user(3, 9, 'second'),
      answer(4, 3, [text('two')]),
    );
    const { problems, resume } = check(bytes);
    expect(problems[0]).toMatchObject({ rule: 'dangling-parent', severity: 'error', line: 3 });
    expect(problems[0]?.message).toContain(
      '2 entries before it cannot be loaded (resume loads 2 of 4 messages)',
    );
    expect(problems[0]?.remedy).toBe('clew repair 01234567');
    expect(resume).toEqual({ loads: 2, of: 4 });
  });

  test('[R3] a rewound branch is a note, with the way back', () => {
    const bytes = log(
      user(1, null, 'first'),
      answer(2, 1, [text('one')]),
      user(3, 2, 'left behind'),
      answer(4, 3, [text('two')]),
      user(5, 2, 'instead'),
      answer(6, 5, [text('three')]),
    );
    const { ok, problems } = check(bytes);
    expect(ok).toBe(true);
    expect(problems.find(({ rule }) => rule === 'unreachable-messages')).toMatchObject({
      severity: 'note',
      line: 4,
      remedy: 'clew clone 01234567 --branch u4 takes the newest of them.',
    });
  });

  test('[T1] a call left open at the very end is a note, in the middle a warning', () => {
    const call = (n: number, parent: number) =>
      answer(n, parent, [{ type: 'tool_use', id: `toolu_${n}`, name: 'Bash', input: {} }]);
    expect(rules(log(user(1, null, 'hi'), call(2, 1)))).toEqual(['note orphan-use 2']);
    const middle = log(user(1, null, 'hi'), call(2, 1), user(3, 2, 'go on'), answer(4, 3, [text('yes')]));
    expect(rules(middle)).toEqual(['warning orphan-use 2']);
  });
});

describe('surroundings', () => {
  const bytes = log(user(1, null, 'hi'), answer(2, 1, [text('ho')]));
  const day = 86_400_000;
  const now = Date.UTC(2026, 5, 30);
  const kept = (age: number, days = 30, inUse = true) =>
    rules(bytes, {
      surroundings: { now, modified: now - age * day, retention: { days, basis: 'default', inUse } },
    });

  test('[F1] a file that the client deletes within a week is a warning; in a mere copy of a home a note', () => {
    expect(kept(10)).toEqual([]);
    expect(kept(22.9)).toEqual([]);
    expect(kept(23.1)).toEqual(['warning deleted-soon 0']);
    expect(kept(300)).toEqual(['warning deleted-soon 0']);
    expect(kept(300, 30, false)).toEqual(['note deleted-soon 0']);
    expect(kept(300, 99_999)).toEqual([]);
  });

  test('[R9] a file written a minute ago is live', () => {
    expect(rules(bytes, { surroundings: { now, modified: now - 60_000 } })).toEqual(['note live-session 0']);
  });

  test('[L1] half a last line of a live session is no warning', () => {
    const torn = encodeUtf8(`${new TextDecoder().decode(bytes)}{"type":"us`);
    expect(rules(torn)).toEqual(['warning torn-last-line 3']);
    expect(rules(torn, { surroundings: { now, modified: now - 1000 } })).toEqual([
      'note live-session 0',
      'note torn-last-line 3',
    ]);
  });

  test('[F3] an output whose file is gone is a warning, one that is there is not', () => {
    const saved = '/home/dev/.claude/projects/-x/s/tool-results/b1.txt';
    const log3 = log(
      user(1, null, 'hi'),
      answer(2, 1, [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} }]),
      user(3, 2, [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' }], {
        toolUseResult: { persistedOutputPath: saved },
      }),
      answer(4, 3, [text('ho')]),
    );
    const old = { now, modified: now - day };
    expect(rules(log3, { surroundings: { ...old, toolResults: new Set() } })).toEqual([
      'warning missing-tool-result 3',
    ]);
    expect(rules(log3, { surroundings: { ...old, toolResults: new Set(['b1.txt']) } })).toEqual([]);
  });

  test('[F3] a project index that misses the session is a note', () => {
    const old = { now, modified: now - day };
    expect(rules(bytes, { surroundings: { ...old, sessionsIndex: { lists: false } } })).toEqual([
      'note not-in-index 0',
    ]);
    expect(rules(bytes, { surroundings: { ...old, sessionsIndex: { lists: true } } })).toEqual([]);
  });
});
