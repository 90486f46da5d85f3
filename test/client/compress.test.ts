// Judges compressed clones by the real client: they resume in every manner, and what is sent is what clew predicts.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { claudeFlags } from '../../src/compress/claude-provider.ts';
import { type CompressOptions, compressSession } from '../../src/compress/compress-session.ts';
import { offlineProvider } from '../../src/compress/offline-provider.ts';
import { SYSTEM_PROMPT } from '../../src/compress/write-prompt.ts';
import { NEWEST_CLIENT } from '../../src/context/client-behaviour.ts';
import { predictResume } from '../../src/context/predict-resume.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { readBands } from '../../src/transform/compress-bands.ts';
import { writeLongSession } from '../compress/long-session.ts';
import { corpusFiles, isAgentFile } from '../corpus/corpus.ts';
import { whyNotAvailable } from './available.ts';
import { installClient } from './install.ts';
import { disagreement } from './judge.ts';
import { Namespace } from './namespace.ts';
import { openCopy } from './open-copy.ts';
import { requestFaults } from './request-faults.ts';
import type { Resumed } from './resume.ts';
import { resumeMany } from './resume-many.ts';
import { clientEnvironment, listSessionFiles, makeScratch, removeScratch } from './scratch.ts';
import { SOME_JUDGES } from './versions.ts';

const SESSIONS = Number(process.env.CLEW_COMPRESS_SESSIONS ?? 12);
const MOST_BYTES = 1_500_000;

type Manner = 'texts' | 'turns' | 'compaction';

const MANNERS: Readonly<Record<Manner, CompressOptions['compress']>> = {
  texts: { bands: readBands('usual'), what: new Set(['answer', 'prompt', 'result']), atLeast: 60 },
  turns: { bands: readBands('0-75:heavy'), what: new Set(['turns']), atLeast: 60 },
  compaction: { bands: readBands('0-75:heavy'), what: new Set(['turns']), atLeast: 60, asCompaction: true },
};

const reason: string | undefined = await whyNotAvailable();
if (reason !== undefined) console.log(`Compressed clones are not tried in the real client: ${reason}.`);
const folder: string = mkdtempSync(join(tmpdir(), 'clew-client-compress-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Made {
  readonly name: string;
  readonly manner: Manner;
  readonly file: string;
  readonly source: string;
}

async function makeClones(source: string): Promise<Made[]> {
  const { open, selection, surroundings } = await openCopy(source, folder);
  const made: Made[] = [];
  for (const [manner, compress] of Object.entries(MANNERS) as [Manner, CompressOptions['compress']][]) {
    try {
      const { report } = await compressSession(open, selection, {
        ...surroundings,
        compress,
        provider: offlineProvider,
        agree: async () => false,
      });
      made.push({ name: `${basename(source).slice(0, 8)} ${manner}`, manner, file: report.file, source });
    } catch (error) {
      // A session of few turns has none that could become a summary as a whole.
      if (!['nothing-to-compress', 'nothing-shortened'].includes((error as { code?: string }).code ?? ''))
        throw error;
    }
  }
  return made;
}

test.skipIf(reason !== undefined).each(SOME_JUDGES)(
  '[R2] [G4] client %s resumes compressed clones of every manner, and sends what clew predicts',
  async (version) => {
    const sources = [...pickSources(), writeLongSession(join(folder, 'forged'), 60).file];
    const made: Made[] = [];
    for (const source of sources) made.push(...(await makeClones(source)));
    const results = await resumeMany(
      version,
      made.map(({ file }) => file),
      { jobs: 2 },
    );
    const broken: string[] = [];
    const sent = { texts: 0, turns: 0, compaction: 0 };
    for (const { name, manner, file, source } of made) {
      const resumed = results.get(file) as Resumed;
      const found = await disagreement(file, version, resumed);
      if (found !== undefined) broken.push(`${name}: ${found}`);
      if (resumed.kind !== 'sent') continue;
      sent[manner]++;
      const known = beginsWithAnswer(source, version) ? 'does not begin with a user message' : undefined;
      for (const fault of requestFaults(resumed.body)) if (fault !== known) broken.push(`${name}: ${fault}`);
      const text = JSON.stringify(resumed.body.messages);
      if (manner === 'compaction' && !text.includes('This session is being continued'))
        broken.push(`${name}: the summary was not sent`);
    }
    console.log(`${version}: ${JSON.stringify(sent)} of ${sources.length} sessions`);
    expect(broken).toEqual([]);
    expect(sent.texts).toBeGreaterThan(SESSIONS / 2);
    expect(sent.compaction).toBeGreaterThan(SESSIONS / 2);
    expect(sent.turns).toBeGreaterThan(0);
  },
);

test.skipIf(reason !== undefined).each([NEWEST_CLIENT, '2.0.64'])(
  'client %s takes the flags that it is asked with, answers in JSON, and leaves no session behind',
  async (version) => {
    const client = await installClient(version);
    const namespace = new Namespace();
    const scratch = await makeScratch();
    try {
      // Without tools, a request is what the lab takes for one about a title.
      const port = await namespace.openApi({ title: { text: '<item-1 id="1">short</item-1>' } }, scratch.log);
      const end = await namespace.run({
        command: [...client.command, ...claudeFlags({ system: SYSTEM_PROMPT }, 'haiku')],
        cwd: scratch.project,
        env: clientEnvironment(scratch, port),
        input: 'Shorten this.',
        timeout: 30_000,
      });
      expect(end, end.stderr).toMatchObject({ code: 0 });
      expect(JSON.parse(end.stdout)).toMatchObject({
        is_error: false,
        result: '<item-1 id="1">short</item-1>',
      });
      const request = readFileSync(scratch.log, 'utf8');
      expect(request).toContain('You shorten parts of the transcript');
      expect(await listSessionFiles(scratch)).toEqual([]);
    } finally {
      await namespace.close();
      await removeScratch(scratch);
    }
  },
);

// A session that lost its beginning is resumed without it; that is no fault of a clone of it.
function beginsWithAnswer(source: string, client: string): boolean {
  const { messages } = predictResume(parseLog(readFileSync(source)), { client, compare: false });
  return messages[0]?.role === 'assistant';
}

/** Spread over the projects, so that many eras and habits are among them. */
function pickSources(): string[] {
  const fitting = corpusFiles().filter((file) => {
    const { size } = statSync(file);
    return !isAgentFile(file) && /\/[0-9a-f-]{36}\.jsonl$/.test(file) && size > 60_000 && size < MOST_BYTES;
  });
  const count = Math.min(SESSIONS, fitting.length);
  return Array.from({ length: count }, (_, i) => fitting[Math.floor((i * fitting.length) / count)] as string);
}
