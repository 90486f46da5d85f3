// Where `clew stats` takes the usage from: the catalog, or the files where there is none to be had or one session is named.

import { basename } from 'node:path';
import { Refusal } from '../../base/refusal.ts';
import type { Machine } from '../../disk/machine.ts';
import type { FileUsage } from '../../stats/usage-record.ts';
import type { CommandInput } from '../command.ts';
import type { CliContext } from '../context.ts';
import { machineOf } from '../machine-of.ts';

export interface UsageSource {
  readonly homes: readonly string[];
  readonly files: readonly FileUsage[];
  /** Sentences on what could not be read. */
  readonly problems: readonly string[];
}

export async function openUsage(context: CliContext, input: CommandInput): Promise<UsageSource> {
  const machine = machineOf(context);
  if (input.args.length > 0) return countSelected(input, machine);
  if (input.flags.catalog === false) return countHomes(input, machine);
  return (await readCatalog(context, input, machine)) ?? countHomes(input, machine);
}

async function countHomes(input: CommandInput, machine: Machine): Promise<UsageSource> {
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
    const count = await threads.count(usageTargets(listing), { ledgers: input.flags.reconcile === true });
    const problems = [...listing.problems.map(({ message }) => message), ...count.problems];
    return { homes, files: count.files, problems };
  } finally {
    threads.close();
  }
}

// All of it, whatever is asked for: an answer counts for the session and the day of its first copy, wherever that lies [K3].
async function readCatalog(
  context: CliContext,
  input: CommandInput,
  machine: Machine,
): Promise<UsageSource | undefined> {
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
      return { homes, files: [...catalog.readUsage({ homes })], problems: report.problems.map(String) };
    } finally {
      catalog.close();
    }
  } catch (error) {
    // Sums need no catalog, they only take longer: what is wrong with one is a remark here, not a refusal.
    if (!(error instanceof Refusal)) throw error;
    if (!input.quiet) context.printError(`clew: ${error.message} The sums come from the files.\n`);
    return undefined;
  }
}

/** The files of the named sessions with their agents, or of the named agents. */
async function countSelected(input: CommandInput, machine: Machine): Promise<UsageSource> {
  const [{ findHomes }, { findSessions }, { assignAgents }, { selectSession }, { countUsage }] =
    await Promise.all([
      import('../../disk/find-homes.ts'),
      import('../../disk/find-sessions.ts'),
      import('../../disk/assign-agents.ts'),
      import('../../disk/select-session.ts'),
      import('../../load/count-usage.ts'),
    ]);
  const homes = await findHomes(machine, input.homes);
  const listing = await assignAgents(await findSessions(homes));
  const { usageTargets } = await import('../../load/count-usage.ts');
  const targets = new Map<string, ReturnType<typeof usageTargets>[number]>();
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
  const { files, problems } = await countUsage([...targets.values()]);
  return { homes, files, problems };
}

function looseTarget(file: string): {
  file: string;
  bytes: number;
  slug: string;
  sessionId: string | undefined;
  agentId: string | undefined;
} {
  return { file, bytes: 0, slug: '', sessionId: basename(file).replace(/\.jsonl$/, ''), agentId: undefined };
}
