// The cuts that the real client judges, each with the law that tells what it may do to the texts of its source.
import type { CutOptions } from '../../src/transform/cut.ts';
import type { RequestBlock } from './api-script.ts';
import { isCall, isReminder, isThinking, type TextLaw } from './compare-texts.ts';

export interface JudgedCut {
  readonly name: string;
  /** One after another, as runs of clone would be; none for a plain copy. */
  readonly cuts: readonly CutOptions[];
  readonly law: TextLaw;
}

const COPY: JudgedCut = { name: 'none', cuts: [], law: {} };
const THINKING: JudgedCut = single('thinking', { removeThinking: { kind: 'all' } }, { removes: isThinking });

/** A few that every source gets. */
export const PLAIN_CUTS: readonly JudgedCut[] = [
  COPY,
  single('calls', { removeCalls: { reach: { kind: 'all' } } }, { removes: isCallOrThought }),
  THINKING,
  single('attachments', { drop: ['attachments', 'progress', 'snapshots'] }, { removes: isReminder }),
];

const SINGLE: readonly JudgedCut[] = [
  single(
    'calls-half',
    { removeCalls: { reach: { kind: 'oldest', share: 0.5 } } },
    { removes: isCallOrThought },
  ),
  single(
    'calls-of-bash',
    { removeCalls: { reach: { kind: 'all' }, tools: ['Bash'], markers: true } },
    {
      removes: (block, tool) => isThinking(block) || tool === 'Bash',
      writes: /call removed; see line \d+ of the source session\]$/,
    },
  ),
  single(
    'calls-keep-one',
    { removeCalls: { reach: { kind: 'keep', turns: 1 } } },
    { removes: isCallOrThought },
  ),
  THINKING,
  single(
    'truncate',
    { truncate: [{ reach: { kind: 'all' }, most: 300, inputs: true }] },
    { changes: isCall },
  ),
  single('drop', { drop: ['snapshots', 'progress', 'attachments', 'api-log'] }, { removes: isReminder }),
  single('images', { removeImages: { kind: 'all' } }, { changes: holdsImage }),
  single('to-turn', { turns: { to: 2 } }, { excerpt: true }),
  single('from-turn', { turns: { from: 2 } }, { excerpt: true }),
];

/** A copy, every transform, and every pair of two. */
export const CUTS_AND_PAIRS: readonly JudgedCut[] = [
  COPY,
  ...SINGLE,
  ...SINGLE.flatMap((first, i) => SINGLE.slice(i + 1).map((second) => pair(first, second))),
];

function single(name: string, cut: CutOptions, law: TextLaw): JudgedCut {
  return { name, cuts: [cut], law };
}

function pair(first: JudgedCut, second: JudgedCut): JudgedCut {
  const laws = [first.law, second.law];
  const writes = laws.find((law) => law.writes !== undefined)?.writes;
  return {
    name: `${first.name} + ${second.name}`,
    cuts: [...first.cuts, ...second.cuts],
    law: {
      removes: (block, tool) => laws.some((law) => law.removes?.(block, tool)),
      changes: (block, tool) => laws.some((law) => law.changes?.(block, tool)),
      excerpt: laws.some((law) => law.excerpt),
      ...(writes === undefined ? {} : { writes }),
    },
  };
}

function isCallOrThought(block: RequestBlock): boolean {
  return isCall(block) || isThinking(block);
}

function holdsImage(block: RequestBlock): boolean {
  return block.type === 'image' || /"type":"image"|\[image(?: removed)?\]/.test(JSON.stringify(block));
}
