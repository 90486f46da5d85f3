// What fills the window of a session, in a few lines for a person who is about to cut it.
import { describeContext } from '../../context/describe-context.ts';
import { TOKEN_KINDS } from '../../context/tokens/list-token-items.ts';
import { bar } from '../../render/context/bars.ts';
import { KIND_NAMES } from '../../render/context/context-lines.ts';
import { formatTokens } from '../../render/format.ts';
import type { Thread } from '../../session/session.ts';

export interface Fill {
  readonly title: string;
  readonly lines: readonly string[];
  readonly total: number;
  readonly bytes: number;
}

const BAR = 24;

export function describeFill(thread: Thread): Fill {
  const { now } = describeContext(thread);
  const share =
    now.window && now.filled !== undefined
      ? ` (${Math.round(now.filled * 100)} % of ${formatTokens(now.window.tokens)})`
      : '';
  const about = now.basis === 'estimated' ? 'about ' : '';
  const kinds = TOKEN_KINDS.filter((kind) => now.byKind[kind] > 0).sort(
    (a, b) => now.byKind[b] - now.byKind[a],
  );
  const most = Math.max(1, ...kinds.map((kind) => now.byKind[kind]));
  const last = thread.lines.at(-1)?.place;
  return {
    title: `A resume loads ${about}${formatTokens(now.total)} tokens${share}`,
    lines: kinds.map(
      (kind) =>
        `${KIND_NAMES[kind].padEnd(24)}${formatTokens(now.byKind[kind]).padStart(7)}  ${bar(now.byKind[kind] / most, BAR)}`,
    ),
    total: now.total,
    bytes: last ? last.offset + last.length : 0,
  };
}
