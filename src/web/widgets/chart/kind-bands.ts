// The kinds of tokens as pictures show them: bottom band first, with words, fill and second cue (a pattern).
import type { ByKind, Kind } from '../../../server/api.ts';

export interface KindBand {
  /** The name of its colour: `--f-<name>`, `#p-<name>`. */
  readonly name: 'system' | 'compact' | 'user' | 'asst' | 'think' | 'tool' | 'result';
  readonly title: string;
  readonly kinds: readonly Kind[];
  readonly fill: string;
}

/** Agents beside each other differ in lightness. */
export const AGENT_FILLS = ['var(--f-agent)', 'var(--f-agent-2)', 'var(--f-agent-3)'] as const;

export const KIND_BANDS: readonly KindBand[] = [
  {
    name: 'system',
    title: 'System, files',
    kinds: ['system', 'attachment', 'other'],
    fill: 'url(#p-system)',
  },
  { name: 'compact', title: 'Summary', kinds: ['summary'], fill: 'url(#p-compact)' },
  { name: 'user', title: 'Prompts', kinds: ['user', 'image'], fill: 'var(--f-user)' },
  { name: 'asst', title: 'Answers', kinds: ['assistant'], fill: 'var(--f-asst)' },
  { name: 'think', title: 'Thinking', kinds: ['thinking'], fill: 'url(#p-think)' },
  { name: 'tool', title: 'Tool calls', kinds: ['tool-input'], fill: 'url(#p-tool)' },
  { name: 'result', title: 'Tool results', kinds: ['tool-result'], fill: 'url(#p-result)' },
];

export function bandOf(kind: Kind): KindBand {
  return KIND_BANDS.find(({ kinds }) => kinds.includes(kind)) ?? (KIND_BANDS[0] as KindBand);
}

export function bandTokens(byKind: Partial<ByKind>, band: KindBand): number {
  return band.kinds.reduce((sum, kind) => sum + (byKind[kind] ?? 0), 0);
}

const KIND_TITLES: Readonly<Record<Kind, string>> = {
  system: 'System prompt',
  attachment: 'Attachments',
  other: 'Not in the log',
  summary: 'Summary',
  user: 'Prompts',
  image: 'Images',
  assistant: 'Answers',
  thinking: 'Thinking',
  'tool-input': 'Tool calls',
  'tool-result': 'Tool results',
};

export function kindTitle(kind: Kind): string {
  return KIND_TITLES[kind];
}
