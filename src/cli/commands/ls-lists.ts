// Where `clew ls` takes its lists from: the catalog, or the files where there is none to be had.
import { Refusal } from '../../base/refusal.ts';
import { listFromCatalog } from '../../catalog/list-from-catalog.ts';
import type { ProjectSummary } from '../../load/group-projects.ts';
import type { ListOptions, SessionList } from '../../load/list-sessions.ts';
import type { FileAnswers } from '../../stats/file-answers.ts';
import type { CommandInput } from '../command.ts';
import type { CliContext } from '../context.ts';
import { openCatalog, syncWithProgress } from '../open-catalog.ts';
import { wantsCatalog } from '../read-flags.ts';
import { remark } from '../remark.ts';

export interface Lists {
  sessions(options: ListOptions): Promise<SessionList>;
  projects(options: ListOptions): Promise<ProjectSummary[]>;
  /** For what each session cost. */
  answers(homes: readonly string[]): Promise<readonly FileAnswers[]>;
  close(): void;
}

// Loaded only where they are needed: from the catalog, a list takes less time than loading what reads the files.
const FROM_FILES: Lists = {
  sessions: async (options) => (await import('../../load/list-sessions.ts')).listSessions(options),
  projects: async (options) => (await import('../../load/list-projects.ts')).listProjects(options),
  answers: async (homes) => {
    const [{ UsageThreads, usageTargets }, { assignAgents }, { findSessions }] = await Promise.all([
      import('../../load/count-usage.ts'),
      import('../../disk/assign-agents.ts'),
      import('../../disk/find-sessions.ts'),
    ]);
    const threads = new UsageThreads();
    try {
      const listing = await assignAgents(await findSessions(homes));
      return (await threads.countAnswers(usageTargets(listing))).files;
    } finally {
      threads.close();
    }
  },
  close: () => {},
};

/** A list needs no catalog, it is only slower: what is wrong with one is a remark here, not a refusal. */
export async function openLists(
  context: CliContext,
  input: CommandInput,
  homes: readonly string[],
): Promise<Lists> {
  if (!wantsCatalog(input) || homes.length === 0) return FROM_FILES;
  try {
    const catalog = openCatalog(context, input);
    try {
      const report = await syncWithProgress(catalog, homes, context, input, ['digests']);
      return {
        sessions: (options) => listFromCatalog(catalog, options, report.problems),
        projects: async (options) => catalog.listProjects(options),
        answers: async (wanted) => catalog.readAnswers(wanted),
        close: () => catalog.close(),
      };
    } catch (error) {
      catalog.close();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    remark(context, input, `${error.message} The list comes from the files.`);
    return FROM_FILES;
  }
}
