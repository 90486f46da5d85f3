// Makes, once, the session of every scenario in every version and the request that resumes it; kept in the cache.
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ALL_SCENARIOS } from './all-scenarios.ts';
import { type Client, cacheFolder, installClient } from './install.ts';
import { defaultJobs } from './jobs.ts';
import { Namespace } from './namespace.ts';
import { type Resumed, resumeIn } from './resume.ts';
import { Lab, type Scenario } from './scenario.ts';
import { makeScratch, removeScratch } from './scratch.ts';
import { labVersions } from './versions.ts';

export type Cell = { readonly version: string; readonly scenario: string } & (
  | {
      readonly kind: 'produced';
      readonly sessionId: string;
      /** The session, in the cache, with the folder of its agents and tool results beside it. */
      readonly file: string;
      /** What the same version made of it with RESUME_PROMPT. */
      readonly resumed: Resumed;
    }
  | { readonly kind: 'missing'; readonly reason: string }
  | { readonly kind: 'problem'; readonly message: string }
);

export interface ProduceOptions {
  readonly versions?: readonly string[];
  readonly scenarios?: readonly Scenario[];
  readonly jobs?: number;
  readonly onCell?: (cell: Cell, ms: number) => void;
}

/** All cells, by version and then scenario. Those made before from the same sources come from the cache. */
export async function produceSessions(options: ProduceOptions = {}): Promise<readonly Cell[]> {
  const versions = options.versions ?? (await labVersions());
  const scenarios = options.scenarios ?? ALL_SCENARIOS;
  const namespace = new Namespace();
  const cells: Cell[] = [];
  try {
    for (const version of versions) {
      const client = await installClient(version);
      const made = new Map<string, Cell>();
      const queue = scenarios.values();
      const work = async () => {
        for (const scenario of queue) {
          const started = performance.now();
          const cell = await produceCell(namespace, client, scenario);
          made.set(scenario.name, cell);
          options.onCell?.(cell, Math.round(performance.now() - started));
        }
      };
      await Promise.all(Array.from({ length: options.jobs ?? defaultJobs() }, work));
      cells.push(...scenarios.flatMap(({ name }) => made.get(name) ?? []));
    }
  } finally {
    await namespace.close();
  }
  return cells;
}

async function produceCell(namespace: Namespace, client: Client, scenario: Scenario): Promise<Cell> {
  const head = { version: client.version, scenario: scenario.name };
  const reason = scenario.missing?.(client.version);
  if (reason !== undefined) return { ...head, kind: 'missing', reason };
  const folder = join(cacheFolder(), 'sessions', client.version, scenario.name, await sourceHash(scenario));
  const kept = await readFile(join(folder, 'cell.json'), 'utf8').catch(() => undefined);
  if (kept !== undefined) {
    const { sessionId, resumed } = JSON.parse(kept) as { sessionId: string; resumed: Resumed };
    return { ...head, kind: 'produced', sessionId, file: join(folder, `${sessionId}.jsonl`), resumed };
  }
  // A second try, because under load a client now and then misses a key or ends before its last line is written.
  const attempt = () => produce(namespace, client, scenario, folder);
  try {
    return { ...head, kind: 'produced', ...(await attempt().catch(attempt)) };
  } catch (error) {
    return { ...head, kind: 'problem', message: error instanceof Error ? error.message : String(error) };
  }
}

async function produce(namespace: Namespace, client: Client, scenario: Scenario, folder: string) {
  const fresh = `${folder}.${process.pid}`;
  const sessionId = await runScenario(namespace, client, scenario, fresh);
  // Only now, with the project gone: else the client compares the files the session read and adds a note of its own.
  const resumed = await resumeIn(namespace, client, join(fresh, `${sessionId}.jsonl`));
  await writeFile(join(fresh, 'cell.json'), JSON.stringify({ sessionId, resumed }));
  await rename(fresh, folder);
  return { sessionId, file: join(folder, `${sessionId}.jsonl`), resumed };
}

/** Leaves the project's sessions in the folder, in place of those of older sources, and returns the one to resume. */
async function runScenario(
  namespace: Namespace,
  client: Client,
  scenario: Scenario,
  folder: string,
): Promise<string> {
  const scratch = await makeScratch();
  try {
    const { sessionId, file } = await scenario.run(new Lab(namespace, client, scratch));
    const lines = await readFile(file, 'utf8');
    if (!scenario.leaves.test(lines)) throw new Error(`the session does not hold ${scenario.leaves}`);
    await rm(dirname(folder), { recursive: true, force: true });
    await mkdir(dirname(folder), { recursive: true });
    await cp(scratch.sessions, folder, { recursive: true });
    return sessionId;
  } finally {
    await removeScratch(scratch);
  }
}

/** Of everything that shapes the session: the scenario and the lab around it. */
async function sourceHash(scenario: Scenario): Promise<string> {
  const here = new URL('.', import.meta.url);
  const shared = (await readdir(here)).filter((name) => SHAPING.test(name)).sort();
  const hash = createHash('sha256');
  for (const name of [...shared, `scenarios/${scenario.name}.ts`])
    hash.update(await readFile(new URL(name, here)));
  return hash.digest('hex').slice(0, 16);
}

const SHAPING =
  /^(fake-api|namespace-host|mcp-server|small-png|run-client|scratch|scenario|terminal|resume)\.(ts|mjs)$/;
