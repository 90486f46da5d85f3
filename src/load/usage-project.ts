// Tells the project of a file from the folders that its records name.
import { slugOf } from '../disk/slug.ts';
import type { UsageRecord } from '../stats/usage-record.ts';

/** A session may move to another folder: the one that gave the project folder its name is the project [F1]. */
export function usageProject(records: readonly UsageRecord[], slug: string): string | undefined {
  const folders = new Set<string>();
  for (const { cwd } of records) if (cwd !== undefined) folders.add(cwd);
  const [first] = folders;
  if (folders.size < 2) return first;
  return [...folders].find((cwd) => slugOf(cwd) === slug) ?? first;
}
