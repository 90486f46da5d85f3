// The colour and pattern of a span in pictures.
import { asksPerson } from '../../../../render/timeline/timeline-sums.ts';
import type { Span } from '../../../../server/api.ts';

export function markFill(span: Span, failed: boolean = span.failed === true): string {
  if (failed) return 'var(--f-error)';
  switch (span.kind) {
    case 'thinking':
      return 'url(#p-think)';
    case 'answer':
      return 'var(--f-asst)';
    case 'agent':
      return 'url(#p-agent)';
    case 'tool':
      return asksPerson(span) ? 'var(--f-user)' : 'url(#p-tool)';
    case 'turn':
      return 'var(--q-1)';
    default:
      return 'var(--q-2)';
  }
}

/** What a span is called in tables and tips. */
export function spanName(span: Span): string {
  switch (span.kind) {
    case 'tool':
      return span.label || (span.tool ?? 'Tool');
    case 'agent':
      return `Agent ${span.label}`;
    case 'wait':
      return `Waiting for you ${span.turn === 0 ? 'before turn 1' : `after turn ${span.turn}`}`;
    case 'turn':
    case 'prompt':
      return `Turn ${span.turn} ${span.label}`.trim();
    case 'thinking':
      return 'Thinking';
    case 'answer':
      return 'Answering';
    case 'retry':
      return `Retry: ${span.label}`;
    case 'compaction':
      return 'Compaction';
    default:
      return `Request to ${span.label}`;
  }
}

export const KIND_CLASSES: Readonly<Record<Span['kind'], string>> = {
  tool: 'k-tool',
  agent: 'k-agent',
  wait: 'k-user',
  prompt: 'k-user',
  turn: 'k-user',
  thinking: 'k-think',
  answer: 'k-asst',
  request: 'k-asst',
  retry: 'k-error',
  compaction: 'k-compact',
};
