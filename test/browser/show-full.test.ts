import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERAS } from '../../src/forge/eras.ts';
import type { Feature } from '../../src/forge/features.ts';
import { fileBytes, forgeSession } from '../../src/forge/forge-session.ts';
import { openSession } from '../../src/load/open-session.ts';
import type { AgentRow, Row } from '../../src/render/row.ts';
import { makePalette } from '../../src/render/terminal/palette.ts';
import { makeRowWriter } from '../../src/render/terminal/row-writer.ts';
import { otherAgents, transcriptRows } from '../../src/render/transcript.ts';
import { linesOfRow } from '../../src/render/whole-rows.ts';
import { linkAgents } from '../../src/session/agents.ts';
import { describeInBrowser } from './chromium.ts';
import { type AppPage, type OpenApp, openApp } from './open-app.ts';
import { emptyHome, type ScratchHome } from './write-home.ts';

const SHAPES: readonly (readonly Feature[])[] = [
  ['parallel-tools', 'mcp', 'todos', 'web', 'question', 'plan', 'skill', 'failing-tool', 'images', 'shell'],
  ['agent', 'nested-agent', 'background-agent', 'progress', 'hooks', 'attachments', 'queue', 'commands'],
  ['fork', 'rewind', 'compaction', 'api-retry', 'api-error', 'interrupted-tools', 'all-attachments'],
];

/** A row, and the agent whose thread it stands in. */
interface Shown {
  readonly row: Row;
  readonly agent: string | undefined;
}

describeInBrowser('what clew show --full prints', () => {
  let home: ScratchHome;
  let app: OpenApp;
  beforeAll(async () => {
    home = emptyHome();
    for (const [n, shape] of SHAPES.entries()) plant(n, shape);
    app = await openApp(home.path);
  });
  afterAll(async () => {
    await app?.close();
    home?.remove();
  });

  const keys: string[] = [];
  function plant(n: number, shape: readonly Feature[]): void {
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
      for (const { row, agent } of rows) {
        // Words of our own differ between page and terminal; what was logged must be in both.
        const words = [...wordsOf(writer.write(withoutAgents(row)))].filter((word) => logged.has(word));
        printed += words.length;
        let missing = words.filter((word) => !onPage.has(word));
        for (const line of linesOfRow(row)) {
          if (missing.length === 0) break;
          const raw = await readRaw(page, key, agent, line);
          missing = missing.filter((word) => !raw.has(word));
        }
        expect([row.kind, row.place?.line, missing]).toEqual([row.kind, row.place?.line, []]);
      }
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
  const text = await page.evaluate(() => document.body.innerText);
  await page.evaluate(() => globalThis.dispatchEvent(new Event('afterprint')));
  return wordsOf(text);
}

/** A line as the inspector shows it. */
async function readRaw(
  page: AppPage,
  key: string,
  agent: string | undefined,
  line: number,
): Promise<Set<string>> {
  const inside = agent === undefined ? '' : `&agent=${agent}`;
  const answer = page.waitForResponse((one) => one.url().includes(`/entries/${line}`));
  await page.goto(`about:blank`);
  await page.goto(`${page.requested[0]}#/session/${key}/transcript?line=${line}${inside}`);
  await answer;
  const raw = page.locator('.raw').first();
  await expect.poll(() => raw.innerText()).not.toBe('');
  return wordsOf((await page.locator('.raw').allInnerTexts()).join('\n').replace(/\\[nrt"]/g, ' '));
}

function wordsOf(text: string): Set<string> {
  return new Set(text.replace(/\\[nrt"]/g, ' ').match(/[\p{L}\p{N}_]{4,}/gu) ?? []);
}

function readLogs(home: string): string {
  return logFiles(home)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

function logFiles(home: string): string[] {
  return readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(home, name));
}
