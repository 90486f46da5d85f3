// The projects of some sessions as a tree: a folder inside another project's folder hangs below it.
import { lastPart } from '../base/last-part.ts';
import type { ProjectNode, SessionLine } from './api.ts';

interface Draft {
  readonly path: string;
  name: string;
  sessions: number;
  costUSD: number | undefined;
  modified: number;
  readonly children: Draft[];
}

/** The project with most sessions comes first. */
export function buildProjectTree(lines: readonly SessionLine[]): ProjectNode[] {
  const drafts = new Map<string, Draft>();
  for (const line of lines) {
    const path = line.project ?? '';
    const draft = drafts.get(path) ?? {
      path,
      name: nameOf(path),
      sessions: 0,
      costUSD: undefined,
      modified: 0,
      children: [],
    };
    drafts.set(path, draft);
    draft.sessions++;
    if (line.costUSD !== undefined) draft.costUSD = (draft.costUSD ?? 0) + line.costUSD;
    draft.modified = Math.max(draft.modified, line.modified);
  }
  tellApart([...drafts.values()]);
  const roots: Draft[] = [];
  // The longest first: a child's sums are complete before they are added to its parent's.
  for (const draft of [...drafts.values()].sort((a, b) => b.path.length - a.path.length)) {
    const parent = parentOf(draft.path, drafts);
    if (!parent) {
      roots.push(draft);
      continue;
    }
    parent.children.push(draft);
    parent.sessions += draft.sessions;
    if (draft.costUSD !== undefined) parent.costUSD = (parent.costUSD ?? 0) + draft.costUSD;
    parent.modified = Math.max(parent.modified, draft.modified);
  }
  for (const draft of drafts.values()) draft.children.sort(compareDrafts);
  return roots.sort(compareDrafts).map(finish);
}

/** Whether a session's project is this folder or lies in it. */
export function isInside(project: string | undefined, folder: string): boolean {
  if (folder === '') return project === undefined;
  return (
    project === folder ||
    (project?.startsWith(`${folder.replace(/[/\\]$/, '')}${separatorOf(folder)}`) ?? false)
  );
}

function parentOf(path: string, drafts: ReadonlyMap<string, Draft>): Draft | undefined {
  const separator = separatorOf(path);
  for (let end = path.lastIndexOf(separator); end > 0; end = path.lastIndexOf(separator, end - 1)) {
    const parent = drafts.get(path.slice(0, end));
    if (parent) return parent;
  }
  return undefined;
}

function nameOf(path: string): string {
  return path === '' ? '(unknown)' : lastPart(path);
}

// Two folders called `api` read as `work/api` and `oss/api`.
function tellApart(drafts: readonly Draft[]): void {
  const byName = new Map<string, Draft[]>();
  for (const draft of drafts) byName.set(draft.name, [...(byName.get(draft.name) ?? []), draft]);
  for (const same of byName.values()) {
    if (same.length < 2) continue;
    for (const draft of same) draft.name = draft.path.split(/[/\\]/).slice(-2).join('/') || draft.name;
  }
}

function separatorOf(path: string): string {
  return path.includes('\\') && !path.includes('/') ? '\\' : '/';
}

function compareDrafts(a: Draft, b: Draft): number {
  return b.sessions - a.sessions || b.modified - a.modified || (a.path < b.path ? -1 : 1);
}

// Folders nest no deeper than a path is long.
function finish({ costUSD, children, ...node }: Draft): ProjectNode {
  return { ...node, ...(costUSD === undefined ? {} : { costUSD }), children: children.map(finish) };
}
