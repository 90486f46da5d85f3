// Lists the texts of a request in the form in which a clone's are compared with its source's.
import type { RequestBlock } from './api-script.ts';
import { type NormalMessage, normalise } from './normalise.ts';
import { RESUME_PROMPT, type Resumed } from './resume.ts';

export interface SentText {
  readonly text: string;
  /** Words of a user message that are no result: a turn can begin here. */
  readonly mayOpenTurn: boolean;
}

/** What was sent, without system messages and what the client adds afresh; nothing where no request came. */
export function sentMessages(resumed: Resumed | undefined): readonly NormalMessage[] {
  if (resumed?.kind !== 'sent') return [];
  return normalise(resumed.body, RESUME_PROMPT).messages.filter(({ role }) => role !== 'system');
}

/** Paragraphs, because the client joins neighbouring texts where what stood between them is gone. */
export function sentTexts(
  messages: readonly NormalMessage[],
  isLeftOut: (block: RequestBlock) => boolean,
  describe: (block: RequestBlock) => string = blockText,
): SentText[] {
  return messages.flatMap(({ role, content }) =>
    content
      .filter((block) => !isLeftOut(block))
      .flatMap((block) =>
        describe(block)
          .split(/\n+/)
          .map((text) => ({ text: text.trim(), mayOpenTurn: role === 'user' && block.type === 'text' })),
      )
      .filter(({ text }) => text !== '' && !INVENTED.has(text)),
  );
}

const INVENTED: ReadonlySet<string> = new Set([
  'No response requested.',
  'Continue from where you left off.',
  '(no content)',
  '[Tool use interrupted]',
  'Tool loaded.',
]);

export function blockText(block: RequestBlock): string {
  if (block.type === 'text') return withoutReminders(block.text ?? '');
  const { cache_control: _, id: __, tool_use_id: ___, content, ...rest } = block;
  return JSON.stringify({ ...rest, content: contentOf(content) });
}

/** Versions rename tools and fill in defaults: a call is known by its texts. */
export function callText(block: RequestBlock): string {
  if (block.type !== 'tool_use') return blockText(block);
  const values = Object.values((block.input ?? {}) as Record<string, unknown>);
  return JSON.stringify(values.filter((value) => typeof value === 'string').sort());
}

function contentOf(content: unknown): unknown {
  if (typeof content === 'string') return withoutReminders(content);
  if (!Array.isArray(content)) return content;
  const blocks = content.map((block: RequestBlock) =>
    block.type === 'text' ? { ...block, text: withoutReminders(block.text ?? '') } : block,
  );
  return blocks.filter((block) => block.text !== '');
}

// Fresh reminders name the scratch folder, and stand inside the last result where the session ends in one.
function withoutReminders(text: string): string {
  return text.replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, '').trim();
}
