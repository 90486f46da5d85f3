// Where `clew stats` takes the usage from: the catalog, or the files where there is none to be had or one session is named.
import { basename } from 'node:path';
import { Refusal } from '../../base/refusal.ts';
import type { CatalogCore } from '../../catalog/catalog-core.ts';
import type { Machine } from '../../disk/machine.ts';
import { setForShortestRun } from '../../disk/v8-settings.ts';
import type { UsageCount, UsageThreads } from '../../load/count-usage.ts';
import type { UsageTarget } from '../../load/count-usage-file.ts';
import type { FileAnswers } from '../../stats/file-answers.ts';
import type { FileUsage } from '../../stats/usage-record.ts';
import type { CommandInput } from '../command.ts';
import type { CliContext } from '../context.ts';
import { machineOf } from '../machine-of.ts';
import { wantsCatalog } from '../read-flags.ts';
import { remark } from '../remark.ts';

export interface UsageSource<File = FileUsage> {
  readonly homes: readonly string[];
  readonly files: readonly File[];
  /** Sentences on what could not be read. */
  readonly problems: readonly string[];
}

/** Every record of every file: for what looks at lines or at tools. */
export function openUsage(context: CliContext, input: CommandInput): Promise<UsageSource> {
  return open(context, input, {
    count: (threads, targets) => threads.count(targets, { ledgers: input.flags.reconcile === true }),
    read: (catalog, homes) => [...catalog.readUsage({ homes })],
  });
}

/** The answers of every file: for sums. */
export function openAnswers(context: CliContext, input: CommandInput): Promise<UsageSource<FileAnswers>> {
  return open(context, input, {
    count: (threads, targets) => threads.countAnswers(targets),
    read: (catalog, homes) => catalog.readAnswers(homes),
  });
}

interface Way<File> {
  readonly count: (threads: UsageThreads, targets: readonly UsageTarget[]) => Promise<UsageCount<File>>;
  readonly read: (catalog: CatalogCore, homes: readonly string[]) => readonly File[];
}

async function open<File>(
  context: CliContext,
  input: CommandInput,
  way: Way<File>,
): Promise<UsageSource<File>> {
  const machine = machineOf(context);
  if (input.args.length > 0) return countSelected(input, machine, way);
  if (!wantsCatalog(input)) return countHomes(input, machine, way);
  return (await readCatalog(context, input, machine, way)) ?? countHomes(input, machine, way);
}

async function countHomes<File>(
  input: CommandInput,
  machine: Machine,
  way: Way<File>,
): Promise<UsageSource<File>> {
  const { UsageThreads, usageTargets } = await import('../../load/count-usage.ts');
  // Before anything is listed: a thread takes as long to wake up as a listing takes.
  const threads = new UsageThreads();
  try {
    const [{ findHomes }, { findSessions }] = await Promise.all([
      import('../../disk/find-homes.ts'),
      import('../../disk/find-sessions.ts'),
    ]);
    const homes = await findHomes(machine, input.homes);
    const listing = await findSessions(homes);
    const targets = usageTargets(listing);
    const bytes = targets.reduce((sum, target) => sum + target.bytes, 0);
    if (bytes < WORTH_OPTIMIZING) setForShortestRun();
    const count = await way.count(threads, targets);
    const problems = [...listing.problems.map(({ message }) => message), ...count.problems];
    return { homes, files: count.files, problems };
  } finally {
    threads.close();
  }
}

/** From here on, the few functions that every line runs through are worth the time it takes V8 to optimise them. */
const WORTH_OPTIMIZING = 150_000_000;

// All of it, whatever is asked for: an answer counts for the session and the day of its first copy, wherever that lies [K3].
async function readCatalog<File>(
  context: CliContext,
  input: CommandInput,
  machine: Machine,
  way: Way<File>,
): Promise<UsageSource<File> | undefined> {
  const [{ findHomes }, { openCatalog, syncWithProgress }] = await Promise.all([
    import('../../disk/find-homes.ts'),
    import('../open-catalog.ts'),
  ]);
  const homes = await findHomes(machine, input.homes);
  if (homes.length === 0) return { homes, files: [], problems: [] };
  try {
    const catalog = openCatalog(context, input);
    try {
      const report = await syncWithProgress(catalog, homes, context, input, ['digests']);
      return { homes, files: way.read(catalog, homes), problems: report.problems.map(String) };
    } finally {
      catalog.close();
    }
  } catch (error) {
    // Sums need no catalog, they only take longer: what is wrong with one is a remark here, not a refusal.
    if (!(error instanceof Refusal)) throw error;
    remark(context, input, `${error.message} The sums come from the files.`);
    return undefined;
  }
}

/** The files of the named sessions with their agents, or of the named agents. */
async function countSelected<File>(
  input: CommandInput,
  machine: Machine,
  way: Way<File>,
): Promise<UsageSource<File>> {
  const [
    { findHomes },
    { findSessions },
    { assignAgents },
    { selectSession },
    { UsageThreads, usageTargets },
  ] = await Promise.all([
    import('../../disk/find-homes.ts'),
    import('../../disk/find-sessions.ts'),
    import('../../disk/assign-agents.ts'),
    import('../../disk/select-session.ts'),
    import('../../load/count-usage.ts'),
  ]);
  const homes = await findHomes(machine, input.homes);
  const listing = await assignAgents(await findSessions(homes));
  const targets = new Map<string, UsageTarget>();
  for (const selector of input.args) {
    const selection = await selectSession(selector, { homes, machine, listing });
    const session =
      selection.kind === 'session'
        ? (listing.sessions.find(({ file }) => file === selection.file) ?? selection.session)
        : undefined;
    const found = session
      ? usageTargets({ sessions: [session], orphans: [], looseAgents: [] })
      : selection.kind === 'agent'
        ? usageTargets({ sessions: [], orphans: [], looseAgents: [selection.agent] })
        : [looseTarget(selection.file)];
    for (const target of found) targets.set(target.file, target);
  }
  // A few files: no thread would be awake in time.
  const { files, problems } = await way.count(new UsageThreads(0), [...targets.values()]);
  return { homes, files, problems };
}

function looseTarget(file: string): UsageTarget {
  return { file, bytes: 0, slug: '', sessionId: basename(file).replace(/\.jsonl$/, ''), agentId: undefined };
}
