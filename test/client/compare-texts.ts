// Compares the texts of a clone's request with those of its source's: none lost, none revived, in order.
import type { RequestBlock } from './api-script.ts';
import { normalise } from './normalise.ts';
import { RESUME_PROMPT, type Resumed } from './resume.ts';

type Sent = Resumed & { readonly kind: 'sent' };
type BlockTest = (block: RequestBlock) => boolean;

export interface TextLaw {
  /** The blocks that the cut takes away or changes; they are compared with nothing. */
  readonly isNamed: BlockTest;
  /** Texts that the cut itself writes, markers say. */
  readonly writes?: RegExp;
  /** Whole turns go, so what stays is one stretch of the source. */
  readonly excerpt?: boolean;
}

export interface SourceRequests {
  readonly own: Sent;
  /** What the newest client reads of the source: older ones lose parallel calls of it, and read the clone whole [R2]. */
  readonly newest: Resumed | undefined;
}

/** What the law finds broken, in words; empty where it holds. */
export function compareTexts({ own, newest }: SourceRequests, cloned: Sent, given: TextLaw): string[] {
  const law = { ...given, isNamed: (block: RequestBlock) => given.isNamed(block) || isUnlike(block) };
  const unlike = referringResults([own, newest, cloned]);
  function isUnlike(block: RequestBlock): boolean {
    if (unlike.has(block.tool_use_id)) return true;
    return given.excerpt === true && isLocalCommand(block);
  }
  // Versions rename tools and fill in defaults: a call that only the newest reads of the source is known by its texts.
  const [ownTexts, newestTexts] = [own, newest].map((one) =>
    one?.kind === 'sent' ? textsOf(one, law, callTexts) : [],
  ) as [string[], string[]];
  const clonedTexts = textsOf(cloned, law, callTexts);
  const known = new Set([...ownTexts, ...newestTexts]);
  const revived = clonedTexts.filter((text) => !known.has(text));
  const broken = revived.length > 0 ? [`revived ${revived.length}: ${revived[0]?.slice(0, 80)}`] : [];
  if (law.excerpt) {
    const isOne = isStretch(ownTexts, clonedTexts) || isStretch(newestTexts, clonedTexts);
    return isOne ? broken : [...broken, 'not one stretch of the source'];
  }
  const [wanted, got] = [textsOf(own, law), textsOf(cloned, law)];
  const lost = wanted.filter((text) => !got.includes(text));
  if (lost.length > 0) return [...broken, `lost ${lost.length}: ${lost[0]?.slice(0, 80)}`];
  // 2.1.100 puts parallel blocks of one answer that it takes back in an order of its own [G3]; of the clone it need not. Older
  // clients than the newest do the same with their results, which stand in one message.
  const arrange = own === newest ? sorted : sortedResults;
  const inOrder =
    isSubsequence(wanted, got) ||
    isSubsequence(textsOf(own, law, textOf, arrange), textsOf(cloned, law, textOf, arrange));
  return inOrder ? broken : [...broken, 'another order'];
}

export function isCall(block: RequestBlock): boolean {
  return block.type === 'tool_use' || block.type === 'tool_result';
}

export function isThinking(block: RequestBlock): boolean {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}

export function isReminder(block: RequestBlock): boolean {
  return (block.text ?? '').startsWith('<system-reminder>');
}

// Paragraphs, because the client joins neighbouring texts where what stood between them is gone.
function textsOf(
  sent: Sent,
  law: TextLaw,
  describe: (block: RequestBlock) => string = textOf,
  arrange: (texts: string[], role: string) => string[] = (texts) => texts,
): string[] {
  const { messages } = normalise(sent.body, RESUME_PROMPT);
  return messages
    .filter(({ role }) => role !== 'system')
    .flatMap(({ role, content }) => {
      const texts = content
        .filter((block) => !law.isNamed(block))
        .flatMap((block) => describe(block).split(/\n+/));
      return arrange(texts, role);
    })
    .map((text) => text.trim())
    .filter((text) => text !== '' && !INVENTED.has(text) && !law.writes?.test(text));
}

function sorted(texts: string[], role: string): string[] {
  return role === 'assistant' ? texts.toSorted() : texts;
}

function sortedResults(texts: string[], role: string): string[] {
  if (role === 'assistant') return sorted(texts, role);
  const isResult = (text: string) => text.startsWith('{"type":"tool_result"');
  return [...texts.filter(isResult).sort(), ...texts.filter((text) => !isResult(text))];
}

const INVENTED: ReadonlySet<string> = new Set([
  'No response requested.',
  'Continue from where you left off.',
  '(no content)',
  '[Tool use interrupted]',
  'Tool loaded.',
]);

function textOf(block: RequestBlock): string {
  if (block.type === 'text') return withoutReminders(block.text ?? '');
  const { cache_control: _, id: __, tool_use_id: ___, content, ...rest } = block;
  return JSON.stringify({ ...rest, content: contentOf(content) });
}

function contentOf(content: unknown): unknown {
  if (typeof content === 'string') return withoutReminders(content);
  if (!Array.isArray(content)) return content;
  const blocks = content.map((block: RequestBlock) =>
    block.type === 'text' ? { ...block, text: withoutReminders(block.text ?? '') } : block,
  );
  return blocks.filter((block) => block.text !== '');
}

// Tools found by a search: old clients send the references, new ones words of their own.
function referringResults(requests: readonly (Resumed | undefined)[]): ReadonlySet<unknown> {
  const blocks = requests.flatMap((one) =>
    one?.kind === 'sent' ? normalise(one.body, RESUME_PROMPT).messages.flatMap(({ content }) => content) : [],
  );
  const refers = ({ content }: RequestBlock) =>
    Array.isArray(content) && content.some((inner: RequestBlock) => inner.type === 'tool_reference');
  return new Set(blocks.filter(refers).map((block) => block.tool_use_id));
}

// Newer clients write these as system entries, which older ones do not send: a gap in the stretch that no cut made.
function isLocalCommand(block: RequestBlock): boolean {
  return /^<(?:local-command-|command-(?:name|message)>)/.test(block.text ?? '');
}

function callTexts(block: RequestBlock): string {
  if (block.type !== 'tool_use') return textOf(block);
  const values = Object.values((block.input ?? {}) as Record<string, unknown>);
  return JSON.stringify(values.filter((value) => typeof value === 'string').sort());
}

// Fresh reminders name the scratch folder, and stand inside the last result where the session ends in one.
function withoutReminders(text: string): string {
  return text.replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, '').trim();
}

function isSubsequence(wanted: readonly string[], got: readonly string[]): boolean {
  let at = 0;
  for (const text of got) if (text === wanted[at]) at++;
  return at === wanted.length;
}

function isStretch(whole: readonly string[], part: readonly string[]): boolean {
  return part.length === 0 || whole.some((_, start) => part.every((text, i) => text === whole[start + i]));
}
