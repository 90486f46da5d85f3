// The branches of a session as lines: number, leaf, prompts, times, and which one a resume would continue.
import { countOf } from '../../base/format-number.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { contentText } from '../../log/block.ts';
import { messageOf } from '../../log/fields.ts';
import type { Branch } from '../../session/branches.ts';
import { userKind } from '../../session/user-kind.ts';
import type { Clock } from '../format.ts';
import { cutLine } from './fit-text.ts';
import type { Palette } from './palette.ts';

export function branchLines(
  branches: readonly Branch[],
  width: number,
  palette: Palette,
  clock: Clock,
): string[] {
  const digits = String(branches.length).length;
  return branches.flatMap((branch, i) => {
    const knot = branch.active ? palette.user('●') : '○';
    const number = palette.strong(String(i + 1).padStart(digits));
    const span = [branch.firstTime, branch.lastTime].map((time) => timeText(time, clock)).join(' – ');
    const leaf = stripToLine(branch.leaf.uuid);
    const facts = `${leaf.slice(0, 8)}  ${countOf(branch.prompts, 'prompt').padEnd(11)}  ${span}`;
    const active = branch.active ? '  active' : '';
    const last = cutLine(`${' '.repeat(digits + 3)}${lastPrompt(branch)}`, width);
    return [cutLine(`${knot} ${number}  ${facts}${active}`, width), palette.faint(last)];
  });
}

function timeText(time: string | undefined, clock: Clock): string {
  const parsed = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(parsed) ? '?' : `${clock.date(parsed)} ${clock.time(parsed)}`;
}

// Branches share their beginnings: what tells them apart is how they end.
function lastPrompt(branch: Branch): string {
  for (const segment of branch.segments.toReversed()) {
    const node = segment.nodes.findLast(
      ({ entry }) => entry.value.type === 'user' && ['prompt', 'agent-prompt'].includes(userKind(entry)),
    );
    if (node) return `“${stripToLine(contentText(messageOf(node.entry)?.content).slice(0, 2000))}”`;
  }
  return '(no prompt)';
}
