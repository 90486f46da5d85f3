import { createHash, randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { predictResume } from '../../src/context/predict-resume.ts';
import { selectSession } from '../../src/disk/select-session.ts';
import { cloneSession } from '../../src/load/clone-session.ts';
import { openSession } from '../../src/load/open-session.ts';
import { planClone } from '../../src/load/plan-clone.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { buildThread } from '../../src/session/session.ts';
import { brokenCopy, brokenCut, CUTS } from '../../src/transform/clone-laws.fixture.ts';
import { CORPUS, corpusFiles, hasCorpus, isAgentFile } from './corpus.ts';

test.skipIf(!hasCorpus)(
  '[R2] every real session keeps the laws of cloning, with every kind of cut',
  () => {
    const broken: string[] = [];
    const cuts = Object.entries(CUTS);
    const all = process.env.CLEW_ALL_CUTS === '1';
    let sessions = 0;
    let cutSessions = 0;
    for (const file of corpusFiles().filter((one) => !isAgentFile(one))) {
      const lines = parseLog(readFileSync(file));
      const source = predictResume(lines);
      if (source.messages.length === 0) continue;
      const thread = buildThread(lines);
      const id = file.split('/').at(-1);
      for (const what of brokenCopy(lines, thread, source)) broken.push(`${id}: ${what}`);
      // All cuts on every session take a minute: each session gets some, and each cut many sessions.
      for (const [name, cut] of all ? cuts : cuts.filter((_, i) => i % 4 === sessions % 4)) {
        try {
          for (const what of brokenCut(thread, cut, source)) broken.push(`${id}, ${name}: ${what}`);
          cutSessions++;
        } catch (error) {
          // A session of one turn has no second one.
          if ((error as { code?: string }).code !== 'no-such-turns') throw error;
        }
      }
      sessions++;
    }
    expect(broken).toEqual([]);
    expect(sessions).toBeGreaterThan(150);
    expect(cutSessions).toBeGreaterThan(400);
  },
  120_000,
);

test.skipIf(!hasCorpus)(
  '--fit meets its target within 3 % or is refused with a reason',
  () => {
    const misses: string[] = [];
    let fitted = 0;
    const all = process.env.CLEW_ALL_CUTS === '1';
    const files = corpusFiles().filter((file) => !isAgentFile(file) && statSync(file).size > 50_000);
    for (const file of all
      ? files
      : files.filter((one, i) => i % 7 === 0 && statSync(one).size < 1_500_000)) {
      const thread = buildThread(parseLog(readFileSync(file)));
      try {
        const { before } = planClone(thread, {}).context;
        const target = Math.round(before.byKind.system + (before.total - before.byKind.system) * 0.6);
        const { after } = planClone(thread, { fit: target }).context;
        if (after.total > target || after.total < target * 0.97)
          misses.push(`${file}: ${after.total} for ${target}`);
        fitted++;
      } catch (error) {
        if (!['cannot-fit', 'nothing-to-resume'].includes((error as { code?: string }).code ?? ''))
          throw error;
      }
    }
    expect(misses).toEqual([]);
    expect(fitted).toBeGreaterThan(8);
  },
  240_000,
);

test.skipIf(!hasCorpus)(
  'cloning a whole project leaves every file of it as it was',
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'clew-corpus-clone-'));
    try {
      const projects = readdirSync(join(CORPUS, 'projects'));
      const withAgents = corpusFiles().find((file) => file.includes('/subagents/'));
      const project = projects.find((name) => withAgents?.includes(`/${name}/`)) ?? (projects[0] as string);
      cpSync(join(CORPUS, 'projects', project), join(home, 'projects', project), { recursive: true });
      const list = () =>
        new Map(
          readdirSync(home, { recursive: true, encoding: 'utf8' })
            .filter((name) => statSync(join(home, name)).isFile())
            .map((name) => [
              name,
              createHash('sha256')
                .update(readFileSync(join(home, name)))
                .digest('hex'),
            ]),
        );
      const before = list();
      const machine = { env: {}, homeDirectory: home, workingDirectory: home, platform: 'linux' };
      let clones = 0;
      for (const name of readdirSync(join(home, 'projects', project)).filter((one) =>
        one.endsWith('.jsonl'),
      )) {
        const selection = await selectSession(join(home, 'projects', project, name), {
          homes: [home],
          machine,
        });
        if (selection.kind !== 'session' || clones === 8) continue;
        await cloneSession(await openSession(selection), selection, {
          dataDir: join(home, 'data'),
          now: () => new Date(),
          newUuid: randomUUID,
        });
        clones++;
      }
      const after = list();
      for (const [name, hash] of before) expect(after.get(name), name).toBe(hash);
      expect(clones).toBeGreaterThan(0);
      expect(after.size).toBeGreaterThanOrEqual(before.size + 2 * clones);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  },
  60_000,
);
