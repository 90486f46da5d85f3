import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { DAMAGE_KINDS, damage } from '../forge/damage.ts';
import { ERAS, eraOf } from '../forge/eras.ts';
import { forgeSession, mainBytes } from '../forge/forge-session.ts';
import { entryBlocks, isToolResult, isToolUse } from '../log/block.ts';
import type { Entry, Line } from '../log/line.ts';
import { parseLog } from '../log/read-log.ts';
import { CHECK_RULES } from './check-session.ts';
import type { Finding } from './finding.ts';
import { check } from './small-session.fixture.ts';

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
  'deep-nesting': (view) => at(view, 'unreadable-line', view.changed[0]),
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

  test('[L1] no damage makes a rule throw: forged sessions by the hundred, one to three kinds each', {
    timeout: 180_000,
  }, () => {
    const sources = ERAS.map((era, i) => mainBytes(forgeSession({ seed: `law ${i}`, era, turns: 2 })));
    let withProblems = 0;
    // `CLEW_DAMAGED=all`, as in CI, takes two thousand.
    const sessions = process.env.CLEW_DAMAGED === 'all' ? 2000 : 500;
    for (let seed = 0; seed < sessions; seed++) {
      const source = sources[seed % sources.length] as Uint8Array;
      const { problems } = check(damage(source, { seed }));
      if (problems.length > 0) withProblems++;
      for (const { line, offset, message, remedy } of problems) {
        if (line < 0 || offset < 0 || message === '' || remedy === '')
          throw new Error(`seed ${seed}: ${message}`);
      }
    }
    expect(withProblems).toBeGreaterThan(0.75 * sessions);
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
