// What the two panes of the split view show: read from the address, and after a pane asked for another tab.
import type { Route } from '../../data/route.ts';
import { hasTab } from '../session/tab-names.ts';

/** Left and right; never the same. */
export type TabPair = readonly [string, string];

/** Undefined where the address names no second tab, or none that there is. */
export function readSplit({
  tab = 'transcript',
  params,
}: Pick<Route, 'tab' | 'params'>): TabPair | undefined {
  const { split } = params;
  return split !== undefined && hasTab(split) && hasTab(tab) && split !== tab ? [tab, split] : undefined;
}

/** The tab that is opened beside another one. */
export function partnerOf(tab: string): string {
  return tab === 'transcript' ? 'context' : 'transcript';
}

/** A pane that asks for what the other one shows stays as it is: there it is located. */
export function afterMove(tabs: TabPair, side: 0 | 1, asked: string): TabPair {
  if (!hasTab(asked) || tabs.includes(asked)) return tabs;
  return side === 0 ? [asked, tabs[1]] : [tabs[0], asked];
}

/** Choosing in a pane's own tabs what the other pane shows exchanges the two. */
export function afterChoice(tabs: TabPair, side: 0 | 1, chosen: string): TabPair {
  return chosen === tabs[side === 0 ? 1 : 0] ? [tabs[1], tabs[0]] : afterMove(tabs, side, chosen);
}

/**
 * Which frame shows which tab: a frame keeps its tab when the sides are exchanged, so that nothing in it is lost.
 * The frames stand on the sides of their tabs.
 */
export function assignFrames(before: TabPair | undefined, tabs: TabPair): TabPair {
  const turned = before !== undefined && (before[0] === tabs[1] || before[1] === tabs[0]);
  return turned ? [tabs[1], tabs[0]] : tabs;
}

/** The selection that both panes share. */
export function sharedParams(params: Route['params']): Route['params'] {
  const { split: _, ...shared } = params;
  return shared;
}
