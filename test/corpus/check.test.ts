// Checks every session of the corpus: what is an error there was looked at by eye, and nothing else may become one.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkHomes } from '../../src/load/check-files.ts';
import type { FileCheck } from '../../src/load/check-one-session.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { mendSession } from '../../src/transform/mend/mend-session.ts';
import { CORPUS, hasCorpus } from './corpus.ts';

/** Sessions whose lines were damaged by a redaction tool: strings cut off in the middle, uuids overwritten. */
const DAMAGED: readonly string[] = ['18240050', '95f81cf4', 'ae81c05d', 'c10f5964', 'd8126fa6', 'e0ce82fa'];

async function checkCorpus(): Promise<FileCheck[]> {
  const { files } = await checkHomes([CORPUS], Date.UTC(2026, 0, 1));
  const checks: FileCheck[] = [];
  for await (const { check, refusal } of files) {
    if (!check) throw refusal;
    checks.push(check);
  }
  return checks;
}

describe.skipIf(!hasCorpus)('the real sessions', async () => {
  const checks = hasCorpus ? await checkCorpus() : [];
  const named = (check: FileCheck): string => basename(check.file).slice(0, 8);

  test('only the sessions that are truly damaged have errors', () => {
    const wrong = checks.filter(({ ok }) => !ok);
    expect(checks.filter(({ stray }) => !stray).length).toBeGreaterThan(150);
    expect(wrong.map(named).sort()).toEqual([...DAMAGED].sort());
  });

  test('[R4] each of them has torn lines, and a gap that they left', () => {
    for (const check of checks.filter(({ ok }) => !ok)) {
      const rules = check.problems.map(({ rule, severity }) => `${severity} ${rule}`);
      expect(rules).toContain('warning torn-line');
      expect(rules).toContain('error dangling-parent');
      expect(check.resume.loads).toBeLessThan(check.resume.of);
    }
  });

  test('[L1] no line is called torn elsewhere', () => {
    const torn = checks.filter(({ problems }) => problems.some(({ rule }) => rule === 'torn-line'));
    expect(torn.map(named).sort()).toEqual([...DAMAGED].sort());
  });

  test('where repair is named as a remedy, it mends something', () => {
    const options = { newUuid: randomUUID, tooLarge: () => undefined };
    const idle: string[] = [];
    let named = 0;
    for (const { file, problems } of checks) {
      const promised = problems.filter(
        ({ rule, remedy }) => remedy.includes('clew repair') && !rule.startsWith('image'),
      );
      if (promised.length === 0) continue;
      named++;
      if (mendSession(parseLog(readFileSync(file)), options).changes.length === 0)
        idle.push(`${file}: ${promised.map(({ rule }) => rule).join(', ')}`);
    }
    expect(idle).toEqual([]);
    expect(named).toBeGreaterThan(10);
  });

  test('every finding names a line of its file and a remedy', () => {
    const odd = checks.flatMap(({ file, problems }) =>
      problems
        .filter(({ line, offset, message, remedy }) => line < 0 || offset < 0 || !message || !remedy)
        .map(({ rule }) => `${file} ${rule}`),
    );
    expect(odd).toEqual([]);
  });
});
