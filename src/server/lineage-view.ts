// Where a session came from and what was made of it: clew's own records, and what the lines of the file say.
import { existsSync } from 'node:fs';
import { readRecords } from '../load/lineage-record.ts';
import { buildLineage, type LineageNode as RecordedNode } from '../load/lineage-tree.ts';
import type { GraphAnswer, LineageAnswer, LineageNode } from './api.ts';
import type { ServerContext } from './server-context.ts';
import type { StoredSession } from './store/session-store.ts';

type Link = GraphAnswer['lineage']['links'][number];

export async function viewLineage(stored: StoredSession, context: ServerContext): Promise<LineageAnswer> {
  const { sessionId } = stored.session;
  const tree = buildLineage(await readRecords(context.dataDir), sessionId);
  if (!tree) return { sessionId };
  const { sessions } = await context.store.list();
  const known = new Map(sessions.map((one) => [one.session.sessionId, one]));
  const view = ({ sessionId: id, file, record, children }: RecordedNode): LineageNode => {
    const there = known.get(id);
    const title = there?.line.title ?? record?.title;
    return {
      sessionId: id,
      exists: there !== undefined || existsSync(file),
      madeByClew: record !== undefined,
      ...(there ? { key: there.key } : {}),
      ...(title === undefined ? {} : { title }),
      ...(record
        ? { state: record.state, created: record.created, changes: record.changes, options: record.options }
        : {}),
      children: children.map(view),
    };
  };
  return { sessionId, tree: view(tree) };
}

/** The links of a session to others, with the keys and titles of those that are there. */
export async function relatedLinks(
  links: readonly Link[],
  stored: StoredSession,
  context: ServerContext,
): Promise<readonly Link[]> {
  const { sessionId } = stored.session;
  const records = await readRecords(context.dataDir);
  const cutFrom = records.filter((one) => one.sessionId === sessionId && one.state !== 'undone');
  const cutInto = records.filter((one) => one.source.sessionId === sessionId && one.state === 'whole');
  const all: Link[] = [
    ...cutFrom.map((one): Link => ({ kind: 'cut-from', sessionId: one.source.sessionId })),
    ...cutInto.map((one): Link => ({ kind: 'cut-into', sessionId: one.sessionId, title: one.title })),
    ...links,
  ];
  if (all.length === 0) return [];
  const { sessions } = await context.store.list();
  const known = new Map(sessions.map((one) => [one.session.sessionId, one]));
  return all.map((link) => {
    const there = known.get(link.sessionId);
    const title = there?.line.title ?? link.title;
    return { ...link, ...(there ? { key: there.key } : {}), ...(title === undefined ? {} : { title }) };
  });
}
