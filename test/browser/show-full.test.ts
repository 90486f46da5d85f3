import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ERAS } from '../../src/forge/eras.ts';
import type { Feature } from '../../src/forge/features.ts';
import { fileBytes, forgeSession } from '../../src/forge/forge-session.ts';
import { openSession } from '../../src/load/open-session.ts';
import type { AgentRow, Row } from '../../src/render/row.ts';
import { makePalette } from '../../src/render/terminal/palette.ts';
import { makeRowWriter } from '../../src/render/terminal/row-writer.ts';
import { otherAgents } from '../../src/render/transcript.ts';
import { transcriptRows } from '../../src/render/transcript-rows.fixture.ts';
import { linkAgents } from '../../src/session/agents.ts';
import { appOver } from './app-over.ts';
import { describeInBrowser } from './chromium.ts';
import type { AppPage } from './open-app.ts';
import { emptyHome, type ScratchHome } from './write-home.ts';

const SHAPES: readonly (readonly Feature[])[] = [
  ['parallel-tools', 'mcp', 'todos', 'web', 'question', 'plan', 'skill', 'failing-tool', 'images', 'shell'],
  ['agent', 'nested-agent', 'background-agent', 'progress', 'hooks', 'attachments', 'queue', 'commands'],
  ['fork', 'rewind', 'compaction', 'api-retry', 'api-error', 'interrupted-tools', 'all-attachments'],
];

/** What the terminal says by itself about a session, its turns and its rows, and a text may hold by chance. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  'title',
  'tool',
  'calls',
  'context',
  'turn',
  'turns',
  'agent',
  'open',
  'line',
  'lines',
  'other',
]);

/** How the terminal names other branches; the page links to them. */
const SHORT_ID = /^[0-9a-f]{8}$/;

/** A row, and the agent whose thread it stands in. */
interface Shown {
  readonly row: Row;
  readonly agent: string | undefined;
}

describeInBrowser('what clew show --full prints', () => {
  const { home, app } = appOver(emptyHome, (home) => {
    for (const [n, shape] of SHAPES.entries()) plant(home, n, shape);
  });

  const keys: string[] = [];
  function plant(home: ScratchHome, n: number, shape: readonly Feature[]): void {
    const era = ERAS.at(-1);
    const session = forgeSession({ seed: `show ${n}`, shape, turns: 3, ...(era ? { era } : {}) });
    keys.push(session.sessionId);
    for (const file of session.files) {
      mkdirSync(dirname(join(home.path, file.path)), { recursive: true });
      writeFileSync(join(home.path, file.path), fileBytes(file));
    }
  }

  test.each(SHAPES.map((shape, n) => [shape.join(', '), n] as const))(
    'can be reached in the page: %s',
    async (_, n) => {
      const key = keys[n] as string;
      const rows = await listShown(home.path, key);
      const logged = wordsOf(readLogs(home.path));
      const writer = makeRowWriter({
        palette: makePalette(false),
        columns: 100_000,
        terminal: false,
        full: true,
        thinking: true,
        command: '',
      });
      const page = await app.open(`/session/${key}`);
      await page.locator('.prompt').first().waitFor();
      const onPage = await readWhole(page);
      let printed = 0;
      const unreached: string[] = [];
      for (const { row, agent } of rows) {
        // Words of our own differ between page and terminal; what was logged must be in both.
        const words = [...wordsOf(writer.write(withoutAgents(row)))].filter(
          (word) => logged.has(word) && !OWN_WORDS.has(word) && !SHORT_ID.test(word),
        );
        printed += words.length;
        let missing = words.filter((word) => !onPage.has(word));
        if (missing.length > 0 && row.place) {
          const raw = await readRaw(page, key, agent, row);
          missing = missing.filter((word) => !raw.has(word));
        }
        if (missing.length > 0)
          unreached.push(`${row.kind} of line ${row.place?.line}: ${missing.join(' ')}`);
      }
      expect(unreached).toEqual([]);
      expect(printed).toBeGreaterThan(300);
      await page.context().close();
    },
  );
});

async function listShown(home: string, sessionId: string): Promise<Shown[]> {
  const file = logFiles(home).find((name) => name.endsWith(`${sessionId}.jsonl`)) as string;
  const folder = file.slice(0, -'.jsonl'.length);
  const agents = logFiles(home)
    .filter((name) => name.startsWith(folder) && name !== file)
    .map((name) => ({
      agentId: /agent-([^/]+)\.jsonl$/.exec(name)?.[1] ?? '',
      file: name,
      metaFile: name.replace(/\.jsonl$/, '.meta.json'),
      bytes: 0,
      modified: 0,
    }));
  const open = await openSession({ kind: 'loose', file, sessionId });
  const threads = await Promise.all(
    agents.map(async ({ agentId, file: path }) => {
      const { thread } = await openSession({ kind: 'loose', file: path, sessionId });
      return { agentId, file: path, entries: thread.entries };
    }),
  );
  const tree = linkAgents(open.thread, threads);
  const source = {
    sessionId,
    title: undefined,
    thread: open.thread,
    agents: tree.children,
    otherAgents: otherAgents(tree),
  };
  return transcriptRows(source).flatMap((row) => spread(row, undefined));
}

function spread(row: Row, agent: string | undefined): Shown[] {
  const started: readonly AgentRow[] = row.kind === 'tool' ? row.agents : row.kind === 'agent' ? [row] : [];
  const inner = started.flatMap(({ agentId, rows = [] }) => rows.flatMap((one) => spread(one, agentId)));
  return [{ row, agent }, ...inner];
}

function withoutAgents(row: Row): Row {
  if (row.kind === 'tool') return { ...row, agents: [] };
  return row.kind === 'agent' ? { ...row, rows: [] } : row;
}

/** All that the page shows with housekeeping, as it would be printed. */
async function readWhole(page: AppPage): Promise<Set<string>> {
  await page.evaluate(() => {
    globalThis.print = () => undefined;
  });
  await page.keyboard.press('h');
  await page.keyboard.press('Control+p');
  await page.waitForTimeout(500);
  const text = (await page.locator('body').allInnerTexts()).join('\n');
  await page.evaluate(() => globalThis.dispatchEvent(new Event('afterprint')));
  return wordsOf(text);
}

/** The lines of a row as the inspector shows them, each opened. */
async function readRaw(
  page: AppPage,
  key: string,
  agent: string | undefined,
  row: Row,
): Promise<Set<string>> {
  const inside = agent === undefined ? '' : `&agent=${agent}`;
  const line = row.place?.line ?? 0;
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/session/${key}/transcript?line=${line}${inside}`);
  const raw = page.locator('.raw');
  const texts = async () => (await raw.allTextContents()).join('\n');
  await expect.poll(texts, { timeout: 10_000 }).toContain(row.uuid ?? '{');
  for (const summary of await page.locator('details:not([open]) > .raw-head').all()) await summary.click();
  const parts = await page.locator('.raw-head').count();
  await expect
    .poll(async () => (await raw.allTextContents()).filter((text) => text !== '').length, { timeout: 10_000 })
    .toBe(parts);
  const logged = await texts();
  // What is folded in the text itself: a summary, thinking, an agent's prompt.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Enter');
  await page.waitForTimeout(150);
  return wordsOf(`${logged}\n${(await page.locator('.flow').allInnerTexts()).join('\n')}`);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.replace(/\\[nrt"]/g, ' ').match(/[\p{L}\p{N}_]{4,}/gu) ?? []);
}

/** Every text that was logged, without the names of the fields. */
function readLogs(home: string): string {
  const texts: string[] = [];
  for (const file of logFiles(home)) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue;
      JSON.parse(line, (_, value: unknown) => {
        if (typeof value === 'string') texts.push(value);
        return value;
      });
    }
  }
  return texts.join('\n');
}

function logFiles(home: string): string[] {
  return readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(home, name));
}
