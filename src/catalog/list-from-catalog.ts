// The list of `clew ls` from the catalog: the same rows in the same order as `listSessions` makes from the files.
import type { ListOptions, SessionList } from '../load/list-sessions.ts';
import type { FileSummary } from '../load/summarise-file.ts';
import type { CatalogCore } from './catalog-core.ts';

/** `problems` are the sentences of the sync before it. */
export async function listFromCatalog(
  catalog: CatalogCore,
  options: ListOptions,
  problems: readonly string[] = [],
): Promise<SessionList> {
  const { all = false, sort = 'modified', reverse = false, most, ...filter } = options;
  const list = catalog.listSummaries({
    ...filter,
    sort,
    reverse,
    most: all ? undefined : most,
    empty: all,
    gone: all,
  });
  const sessions: FileSummary[] = list.sessions.map((summary) =>
    summary.gone === undefined ? summary : { ...summary, health: 'missing' },
  );
  if (all) {
    const { compareSummaries } = await import('../load/list-sessions.ts');
    sessions.push(...(await listWithout(options)));
    sessions.sort((a, b) => (reverse ? -1 : 1) * compareSummaries(a, b, sort));
  }
  return {
    sessions: all ? sessions.slice(0, most) : sessions,
    hidden: list.hidden,
    found: list.found,
    problems: problems.map((message) => ({ rule: 'F1', severity: 'warning', path: '', message })),
  };
}

// What is on disk without a conversation is not worth a row of its own. Rarely asked for, and so loaded only then.
async function listWithout(options: ListOptions): Promise<FileSummary[]> {
  const [{ assignAgents }, { findSessions }, { filesWithout }] = await Promise.all([
    import('../disk/assign-agents.ts'),
    import('../disk/find-sessions.ts'),
    import('../load/files-without.ts'),
  ]);
  return filesWithout(await assignAgents(await findSessions(options.homes)), options);
}
