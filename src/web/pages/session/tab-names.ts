// The names of a session's tabs, for parts that only need to know which there are. Keys 1 to 9 follow this order.
import type { SessionHead } from '../../../server/api.ts';

interface TabName {
  readonly name: string;
  readonly title: string;
  /** A small number behind the title, such as how many files it changed. */
  readonly count?: (head: SessionHead) => number | undefined;
}

export const TAB_NAMES: readonly TabName[] = [
  { name: 'transcript', title: 'Transcript' },
  { name: 'context', title: 'Context' },
  { name: 'timeline', title: 'Timeline' },
  { name: 'graph', title: 'Graph' },
  { name: 'files', title: 'Files', count: (head) => head.changedFiles || undefined },
  { name: 'health', title: 'Health', count: (head) => head.problems || undefined },
  { name: 'cut', title: 'Cut' },
];

export function hasTab(name: string): boolean {
  return TAB_NAMES.some((tab) => tab.name === name);
}
