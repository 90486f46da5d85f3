// What a part of the window is called in pictures and tables.
import type { FillNode } from '../../../../server/api.ts';
import { kindTitle } from '../../../widgets/chart/kind-bands.ts';
import { plainToolName } from '../../../widgets/tool-name.tsx';

/** A file by its last name, a kind by its words. */
export function nameOf(node: FillNode): string {
  if (node.level === 'kind' || node.name === node.kind) return kindTitle(node.kind);
  if (node.level === 'file') return node.name.split(/[/\\]/).at(-1) || node.name;
  if (node.level === 'tool') return plainToolName(node.name);
  if (node.level === 'turn' && /\b0$/.test(node.name)) return 'Start';
  return node.name;
}
