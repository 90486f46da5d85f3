// Predicts what a client sends of a session when it resumes it: the messages, where each came from, and what is lost.
import type { Entry, Line } from '../log/line.ts';
import { listLines } from '../log/list-lines.ts';
import { chooseModel, systemRoleOf } from './choose-model.ts';
import { behaviourOf, type ClientBehaviour, NEWEST_CLIENT } from './client-behaviour.ts';
import { toolsOf } from './client-tools.ts';
import { type ClientDifference, compareClients, describeDifference } from './compare-clients.ts';
import { dropThinkingMessages, dropUnsendable } from './drop-unsendable.ts';
import { healOpenCalls } from './heal-open-calls.ts';
import { healPairs, orderCalls } from './heal-pairs.ts';
import { answerLastPrompt } from './inventions.ts';
import { type Item, type Lose, type LossReason, listItems } from './item.ts';
import { limitImages } from './limit-images.ts';
import { type Loss, listLosses } from './list-losses.ts';
import { mergeMessages } from './merge-messages.ts';
import { type CompactionForecast, predictCompaction } from './predict-compaction.ts';
import { type SelectedPath, selectPath } from './select-path.ts';
import { type SentMessage, toSentMessage } from './sent-message.ts';

/** Which client is asked for, and from where it resumes. */
export interface ResumeOptions {
  /** The client's version; the newest known by default. */
  readonly client?: string;
  /** The uuid to resume from instead of the client's own choice. */
  readonly leaf?: string;
  /** False spares the comparison with other clients, which reads the session once for each. */
  readonly compare?: boolean;
}

/** What a client sends of a session, and what it leaves out. */
export interface ResumePrediction {
  readonly client: string;
  /** The model that would be asked; undefined where nothing is sent. */
  readonly model: string | undefined;
  readonly leaf: Entry | undefined;
  /** What the session contributes, without the new prompt and what the client adds afresh. */
  readonly messages: readonly SentMessage[];
  /** The entries on the path, in the order they are sent; not all of them have something to send. */
  readonly entries: readonly Entry[];
  readonly loads: number;
  readonly of: number;
  readonly lost: readonly Loss[];
  /** The client's own words where it does not resume at all. */
  readonly refused: string | undefined;
  /** The client would run for ever (a circle of parents, to 2.0.64): `messages` is empty. */
  readonly hangs: boolean;
  readonly compaction: CompactionForecast | undefined;
  /** Measured clients that would load other entries. */
  readonly differences: readonly ClientDifference[];
  /** What a person should know besides, one sentence each. */
  readonly notes: readonly string[];
}

/** Predicts what a client sends of a session when it resumes it. */
export function predictResume(lines: readonly Line[], options: ResumeOptions = {}): ResumePrediction {
  const client = options.client ?? NEWEST_CLIENT;
  return predictSelected(lines, selectPath(lines, behaviourOf(client), options.leaf), options);
}

/** The same where the path was selected already, for the same client and leaf. */
export function predictSelected(
  lines: readonly Line[],
  selected: SelectedPath,
  options: ResumeOptions = {},
): ResumePrediction {
  const client = options.client ?? NEWEST_CLIENT;
  const behaviour = behaviourOf(client);
  const differences =
    options.compare === false ? [] : compareClients(lines, selected, behaviour, options.leaf);
  const reasons = new Map<Entry, LossReason>();
  const lose: Lose = (entry, reason) => {
    if (entry) reasons.set(entry, reason);
  };
  const hangs = selected.walk?.hangs ?? false;
  const request = selected.leaf && !hangs ? composeRequest(selected, client, behaviour, lose) : undefined;
  const messages = request?.messages ?? [];
  return {
    client,
    model: request?.model,
    leaf: selected.leaf?.entry,
    messages,
    entries: selected.loaded.map((node) => node.entry),
    ...listLosses(selected, messages, reasons),
    refused: refusalOf(selected),
    hangs,
    compaction: request?.compaction,
    differences,
    notes: describe(request?.compaction, differences, selected),
  };
}

function refusalOf({ leaf, fails }: SelectedPath): string | undefined {
  if (fails) return 'Failed to resume session';
  return leaf ? undefined : 'No conversation found';
}

interface ComposedRequest {
  readonly model: string;
  readonly messages: readonly SentMessage[];
  readonly compaction: CompactionForecast;
}

function composeRequest(
  { loaded }: SelectedPath,
  version: string,
  behaviour: ClientBehaviour,
  lose: Lose,
): ComposedRequest {
  const healed = healOpenCalls(listItems(loaded, behaviour), behaviour, lose);
  const model = chooseModel(healed, behaviour);
  const items = answerLastPrompt(dropUnsendable(healed, behaviour, lose), behaviour);
  return {
    model,
    messages: composeMessages(items, model, version, behaviour, lose),
    compaction: predictCompaction(items, model, version),
  };
}

function composeMessages(
  items: readonly Item[],
  model: string,
  version: string,
  behaviour: ClientBehaviour,
  lose: Lose,
): readonly SentMessage[] {
  const systemRole = systemRoleOf(model, behaviour);
  const { taskTools } = behaviour;
  const hasTaskTools =
    taskTools === 'all-models' || (taskTools === 'user-role-models' && systemRole === undefined);
  const tools = toolsOf(version, hasTaskTools);
  const drafts = mergeMessages(items, { model, behaviour, version, tools, systemRole }, lose);
  orderCalls(drafts, behaviour, lose);
  const paired = healPairs(dropThinkingMessages(drafts, behaviour, lose), behaviour, lose);
  // Models that take reminders in the system role were seen to get 130 images.
  const sent = systemRole === undefined ? limitImages(paired) : paired;
  return sent.map(toSentMessage);
}

function describe(
  compaction: CompactionForecast | undefined,
  differences: readonly ClientDifference[],
  { walk }: SelectedPath,
): readonly string[] {
  const notes = differences.map(describeDifference);
  if (compaction?.compacts) {
    notes.unshift(
      `The client may compact before it sends: the last answer ended at ${compaction.tokens} tokens.`,
    );
  }
  if (walk && walk.mended.length > 0) {
    const places = listLines(walk.mended.map((node) => node.entry));
    notes.unshift(`A missing parent is passed over by time at ${places}.`);
  }
  return notes;
}
