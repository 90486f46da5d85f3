// The colour of each kind in drawn files, light and dark; the same as those of the web app (`web/styles/tokens.css`).
import type { KnotKind } from './drawing.ts';

export const KIND_COLOURS: Readonly<Record<KnotKind, readonly [light: string, dark: string]>> = {
  user: ['#1d5cb8', '#82b3f7'],
  assistant: ['#1c2125', '#dce1e6'],
  thinking: ['#6f45b5', '#b79df2'],
  'tool-use': ['#8c5a00', '#e3ad4e'],
  'tool-result': ['#566218', '#b3bd68'],
  error: ['#bf3415', '#ff8f70'],
  agent: ['#0b7371', '#52c6be'],
  system: ['#626a71', '#8d98a3'],
  compaction: ['#ab2279', '#f08bc8'],
};
