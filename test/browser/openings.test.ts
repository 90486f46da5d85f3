// The sentences that Files, Graph and Cut open with, fact by fact, against the raw lines and the command line.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionsAnswer } from '../../src/server/api.ts';
import { formatK, formatMoney } from '../../src/web/data/format.ts';
import { runClew } from '../cli/run-clew.ts';
import { CORPUS, corpusFiles, hasCorpus } from '../corpus/corpus.ts';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import { type OpenApp, openApp, readJson, whenInSync, whenKnown } from './open-app.ts';
import { countGraph, followFiles, readRaw, readRawAgents, walkBack } from './raw-truth.ts';
import { settlePlan } from './settle-plan.ts';
import { Talk } from './talk.ts';
import { emptyHome, writeSession } from './write-home.ts';

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Real sessions are long, and the machine that has them has other work. */
const PATIENCE = 300_000;

async function opening(app: OpenApp, address: string): Promise<string> {
  const page = await app.open(address);
  await page.locator('main#main:not([aria-busy="true"]) .finding').first().waitFor();
  if (address.includes('/cut')) await settlePlan(page);
  const text = (await page.locator('.finding').first().textContent()) ?? '';
  expect(page.errors).toEqual([]);
  await page.context().close();
  return text.replace(/\s+/g, ' ').trim();
}

/** What the sentence about files says, as figures. */
function readFilesOpening(text: string) {
  const number = (pattern: RegExp) => Number(pattern.exec(text)?.[1]?.replaceAll(',', '') ?? 0);
  return {
    changed: number(/changed ([\d,]+) files?:/),
    read: number(/(?:and|It) read ([\d,]+)/),
    added: number(/\+([\d,]+)/),
    removed: number(/−([\d,]+)/),
    most: /went into (.+?)\.(?: The client kept|$)/.exec(text)?.[1],
  };
}

/** What the sentence about the thread says, as figures. */
function readGraphOpening(text: string) {
  const spelled = (word: string | undefined) =>
    word === undefined
      ? 0
      : NUMBERS.includes(word)
        ? NUMBERS.indexOf(word)
        : Number(word.replaceAll(',', ''));
  const times = (pattern: RegExp) => {
    const word = pattern.exec(text)?.[1];
    return word === 'once' ? 1 : word === 'twice' ? 2 : spelled(word?.replace(' times', ''));
  };
  return {
    turns: spelled(/One thread of ([\d,]+) turn/.exec(text)?.[1]),
    compactions: times(/tied (once|twice|\S+ times)/),
    left: times(/left (once|twice|\S+ times)/),
    takenBack: spelled(/, (\S+) prompts? taken back/.exec(text)?.[1]),
    agents: spelled(/with (\S+) agents?/.exec(text)?.[1]),
  };
}

interface Cloned {
  readonly tokens: { readonly before: number; readonly after: number };
  readonly byKind: Readonly<Record<'before' | 'after', Readonly<Record<string, number>>>>;
  readonly cost?: { readonly write?: number; readonly savedPerRequest?: number };
}

async function clew<T>(home: string, dataDir: string, ...words: readonly string[]): Promise<T> {
  const { out } = await runClew([...words, '--json', '--home', home], { env: { CLEW_DATA_DIR: dataDir } });
  return JSON.parse(out) as T;
}

/** The sentence for a cut that takes all tool calls, put together from what the command line says of the same. */
function cutOpening({ tokens, byKind, cost }: Cloned): RegExp {
  const lost = Object.keys(byKind.before)
    .map((kind) => [kind, (byKind.before[kind] ?? 0) - (byKind.after[kind] ?? 0)] as const)
    .sort(([, a], [, b]) => b - a)[0];
  const name = lost?.[0] === 'tool-result' ? 'tool results' : 'tool calls';
  const money =
    cost?.write === undefined ? '' : ` The first request costs about ${formatMoney(cost.write)}.*`;
  const text = `${formatK(tokens.before)} become ${formatK(tokens.after)}: .* is ${name}\\.${money}`;
  return new RegExp(`^${text.replaceAll('$', '\\$')}$`);
}

function patch(path: string, plus: readonly string[], minus: readonly string[]) {
  const lines = [...minus.map((line) => `-${line}`), ...plus.map((line) => `+${line}`)];
  const structuredPatch = [
    { oldStart: 1, oldLines: minus.length, newStart: 1, newLines: plus.length, lines },
  ];
  return { toolUseResult: { filePath: path, structuredPatch } };
}

describeInBrowser('what the pages open with, of a session with known truth', () => {
  let key: string;
  let file: string;
  const { home, app } = appOver(emptyHome, (home) => {
    const edit = (path: string) => ({ file_path: path, old_string: 'a', new_string: 'b' });
    const talk = new Talk()
      .prompt('Change some files')
      .call('Edit', edit('/scratch/work/a.ts'), 'ok', patch('a.ts', ['x', 'y'], ['a']))
      .call('Write', { file_path: '/scratch/work/new.ts', content: 'one\ntwo\nthree\n' }, 'ok', {
        toolUseResult: { type: 'create', content: 'one\ntwo\nthree\n', structuredPatch: [] },
      })
      .call('Read', { file_path: '/scratch/work/b.ts' }, 'text')
      .call('Edit', edit('/scratch/work/failed.ts'), 'not found', { error: true })
      .say('Done.');
    const end = (talk.entries.at(-1) as { uuid: string }).uuid;
    talk
      .prompt('A way that is left')
      .call('Edit', edit('/scratch/work/left.ts'), 'ok', patch('left.ts', ['l'], []))
      .say('Hm.');
    const left = (talk.entries.at(-3) as { uuid: string }).uuid;
    talk
      .beside({
        type: 'file-history-snapshot',
        messageId: left,
        snapshot: {
          messageId: left,
          trackedFileBackups: { 'left.ts': { backupFileName: 'x@v1', version: 1 } },
        },
        isSnapshotUpdate: false,
      })
      .prompt('The way that was taken', { parentUuid: end })
      .call('Edit', edit('a.ts'), 'ok', patch('a.ts', ['z'], []))
      .say('Right.');
    key = talk.sessionId;
    file = writeSession(home, key, talk.entries);
  });

  test('Files counts what calls of the branch changed and read, and no more', async () => {
    const text = await opening(app, `/session/${key}/files`);
    expect(text).toBe(
      'This session changed 2 files: +6 −1 lines, and read 1 more. Most of it went into a.ts.' +
        ' The client kept 1 more that no call on this branch touched.',
    );
    const raw = followFiles([walkBack(readRaw(file))]);
    expect(readFilesOpening(text)).toEqual({
      changed: raw.changed.size,
      read: raw.read.size,
      added: raw.added,
      removed: raw.removed,
      most: raw.most?.split('/').at(-1),
    });
    const page = await app.open('/sessions');
    await page.locator('.peek .kv').waitFor();
    expect(await page.locator('.peek .kv dd').first().textContent()).toBe('2 changed, +6 −1');
    await page.goto(`${app.url}#/session/${key}`);
    expect(await page.locator('.tabs a', { hasText: 'Files' }).textContent()).toBe('Files2');
    await page.context().close();
  });

  test('Graph counts turns, ways that were left, compactions, agents', async () => {
    const text = await opening(app, `/session/${key}/graph`);
    expect(text).toBe('One thread of 2 turns, left once.');
    const way = walkBack(readRaw(file));
    const prompts = way.filter(
      ({ message }) => typeof (message as { content?: unknown })?.content === 'string',
    );
    expect(readGraphOpening(text)).toEqual({
      turns: prompts.length,
      left: 1,
      takenBack: 0,
      ...countGraph(way),
    });
  });

  test('Cut says what the command line says of the same copy', async () => {
    const now = await clew<Cloned>(home.path, app.dataDir, 'clone', key, '--dry-run');
    expect(await opening(app, `/session/${key}/cut`)).toContain(`same ${formatK(now.tokens.before)} tokens`);
    const cut = await clew<Cloned>(home.path, app.dataDir, 'clone', key, '--dry-run', '--tools', 'remove');
    expect(await opening(app, `/session/${key}/cut?take=tools`)).toMatch(cutOpening(cut));
  });

  test('Cut names images as images, though the picture has them among the prompts', async () => {
    const talk = new Talk();
    const data = Buffer.from('not a picture').toString('base64');
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
    talk
      .prompt([{ type: 'text', text: 'Look' }, image])
      .say('I see.')
      .prompt('And now')
      .say('Yes.');
    writeSession(home, talk.sessionId, talk.entries);
    await whenKnown(app, talk.sessionId);
    const page = await app.open(`/session/${talk.sessionId}/cut?take=images`);
    await settlePlan(page);
    const text = (await page.locator('.finding').first().textContent()) ?? '';
    expect(text).not.toMatch(/is prompts/);
    expect(text).toMatch(/is images\.|same/);
    await page.context().close();
  });
});

(hasCorpus ? describeInBrowser : describeInBrowser.skip)('what the pages open with, of real sessions', () => {
  let app: OpenApp;
  interface Listed {
    readonly sessionId: string;
    readonly file: string;
    readonly turns: number;
  }
  let listed: readonly Listed[];
  const dataDir = join('/tmp', `clew-openings-${randomUUID()}`);
  beforeAll(async () => {
    app = await openApp(CORPUS);
    await whenInSync(app);
    const { sessions } = await readJson<SessionsAnswer>(`${app.url}api/sessions?limit=300&sort=turns`);
    // Of those with one branch every line belongs to it.
    const single = sessions.filter(({ branches, turns }) => branches === 1 && turns > 0);
    const agents = single.filter((one) => one.agents > 0).slice(0, 2);
    const files = corpusFiles();
    listed = [...new Set([...single.slice(0, 3), ...agents])].map(({ sessionId, turns }) => ({
      sessionId,
      turns,
      file: files.find((file) => file.endsWith(`${sessionId}.jsonl`)) as string,
    }));
  }, PATIENCE);
  afterAll(() => app?.close());

  test(
    'Files: every count is that of the raw lines',
    async () => {
      let compared = 0;
      for (const { sessionId, file } of listed) {
        const raw = followFiles([
          readRaw(file).filter(({ isSidechain }) => isSidechain !== true),
          ...readRawAgents(file, sessionId),
        ]);
        if (raw.changed.size + raw.read.size === 0) continue;
        const said = readFilesOpening(await opening(app, `/session/${sessionId}/files`));
        expect([sessionId, said.changed, said.read]).toEqual([sessionId, raw.changed.size, raw.read.size]);
        if (raw.added === undefined) continue;
        expect([sessionId, said.added, said.removed]).toEqual([sessionId, raw.added, raw.removed]);
        compared++;
      }
      expect(compared).toBeGreaterThan(0);
    },
    PATIENCE,
  );

  test(
    'Graph: turns as the list has them, compactions and agents as the raw lines',
    async () => {
      for (const { sessionId, file, turns } of listed) {
        const raw = countGraph(readRaw(file), readRawAgents(file, sessionId));
        const { takenBack: _, ...said } = readGraphOpening(await opening(app, `/session/${sessionId}/graph`));
        expect([sessionId, said]).toEqual([sessionId, { turns, left: 0, ...raw }]);
      }
    },
    PATIENCE,
  );

  test(
    'Cut: as the command line plans the same copy',
    async () => {
      for (const { sessionId } of listed.slice(0, 3)) {
        const cut = await clew<Cloned>(CORPUS, dataDir, 'clone', sessionId, '--dry-run', '--tools', 'remove');
        expect(await opening(app, `/session/${sessionId}/cut?take=tools`)).toMatch(cutOpening(cut));
      }
    },
    PATIENCE,
  );
});
