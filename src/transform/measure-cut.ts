// Measures what a resume of a cut session would load, in tokens: what was kept by the source's own requests, what was
// changed by estimate.
import { asWords, isObject, type Json, type JsonObject, stringField } from '../base/json.ts';
import { predictResume, type ResumePrediction } from '../context/predict-resume.ts';
import type { TokenLedger } from '../context/tokens/attribute-tokens.ts';
import {
  type ContextNow,
  type KeptBlock,
  keptBlocks,
  measureContextNow,
} from '../context/tokens/context-now.ts';
import { parentUuidOf, uuidOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { joinMessages } from '../session/messages.ts';
import type { Conversation, LinkedLines } from '../session/session.ts';
import { cutEntries } from './cut-entries.ts';
import type { CutItem, CutSession } from './cut-session.ts';

export interface CutMeasure {
  readonly context: ContextNow;
  readonly prediction: ResumePrediction;
}

/** Entries as a ledger takes them; it is asked for sizes only, so turns and what users said are not gone into. */
export function readStretch(entries: readonly Entry[]): Conversation {
  const answers = entries.filter(({ value }) => value.type === 'assistant');
  return { entries, messages: joinMessages(answers), turns: [] };
}

/** The entries of the chain, the first one as the beginning that it is. */
export function chainEntries(whole: CutSession, thread: LinkedLines): readonly Entry[] {
  const chain: Entry[] = [];
  for (const { role, entry } of whole.items)
    if (role === 'chain' && entry) chain.push(chain.length === 0 ? beginning(entry, thread) : entry);
  return chain;
}

// A first entry that hangs on progress is a beginning all the same; one whose parent is not in the file lost its history,
// and its first request tells nothing of the system prompt [G6].
function beginning(entry: Entry, thread: LinkedLines): Entry {
  const parent = parentUuidOf(entry);
  if (parent === undefined || !thread.graph.byUuid.has(parent)) return entry;
  return { ...entry, value: { ...entry.value, parentUuid: null } };
}

/**
 * `session` must be finished, with the ids of its source: its links and its leaf decide what is loaded. `ledger` is that of the
 * source: the answers of a cut session still name the size of the requests that were really made.
 */
export function measureCut(session: CutSession, ledger: TokenLedger): CutMeasure {
  const prediction = predictResume(cutEntries(session), { compare: false });
  const changed = new Set(session.items.flatMap(changedBlocks));
  const kept = keptBlocks(prediction.messages).map((sent) => withoutChanged(sent, changed));
  return { context: measureContextNow(ledger, kept, prediction.model), prediction };
}

// A block that is no longer the source's own must be estimated: told as one that comes from no entry.
function withoutChanged(sent: KeptBlock, changed: ReadonlySet<string>): KeptBlock {
  const entries = sent.entries.filter((entry) => !changed.has(keyOf(entry, sent.block)));
  return entries.length === sent.entries.length ? sent : { ...sent, entries };
}

function changedBlocks({ value, entry }: CutItem): string[] {
  if (!entry || value.message === entry.value.message) return [];
  const before = new Set(blocksOf(entry.value.message));
  return blocksOf(value.message).flatMap((block) =>
    isObject(block) && !before.has(block) ? [keyOf(entry, block)] : [],
  );
}

function blocksOf(message: Json | undefined): readonly Json[] {
  return isObject(message) && Array.isArray(message.content) ? message.content : [];
}

function keyOf(entry: Entry, block: JsonObject): string {
  const id = stringField(block, 'tool_use_id') ?? stringField(block, 'id') ?? '';
  return `${uuidOf(entry)} ${asWords(block.type)} ${id}`;
}
