// Predicts what a client sends of a session when it resumes it: the messages, where each came from, and what is lost.
import type { Entry, Line } from '../log/line.ts';
import { chooseLeaf } from './choose-leaf.ts';
import { chooseModel, systemRoleOf } from './choose-model.ts';
import { behaviourOf, NEWEST_CLIENT } from './client-behaviour.ts';
import { toolsOf } from './client-tools.ts';
import { addPreservedTail, cutAtCompaction } from './cut-at-compaction.ts';
import { dropUnsendable } from './drop-unsendable.ts';
import { healOpenCalls } from './heal-open-calls.ts';
import { healPairs, orderCalls } from './heal-pairs.ts';
import { answerLastPrompt } from './inventions.ts';
import { type Lose, type LossReason, listItems } from './item.ts';
import { limitImages } from './limit-images.ts';
import { mergeMessages } from './merge-messages.ts';
import { readNodes } from './read-nodes.ts';
import { type SentMessage, toSentMessage } from './sent-message.ts';
import { takeBackSiblings } from './take-back-siblings.ts';
import { walkPath } from './walk-path.ts';

export interface ResumeOptions {
  /** The client's version; the newest known by default. */
  readonly client?: string;
  /** The uuid to resume from instead of the client's own choice. */
  readonly leaf?: string;
}

export interface ResumePrediction {
  readonly client: string;
  readonly model: string | undefined;
  readonly leaf: Entry | undefined;
  readonly messages: readonly SentMessage[];
  readonly entries: readonly Entry[];
  readonly refused: string | undefined;
}

export function predictResume(lines: readonly Line[], options: ResumeOptions = {}): ResumePrediction {
  const client = options.client ?? NEWEST_CLIENT;
  const behaviour = behaviourOf(client);
  const table = readNodes(lines, behaviour);
  const leaf = options.leaf === undefined ? chooseLeaf(table, behaviour) : table.byUuid.get(options.leaf);
  const none = { client, model: undefined, leaf: undefined, messages: [], entries: [] };
  if (!leaf) return { ...none, refused: 'No conversation found' };
  const lost = new Map<Entry, LossReason>();
  const lose: Lose = (entry, reason) => {
    if (entry) lost.set(entry, reason);
  };
  const walk = walkPath(table, leaf, behaviour);
  const kept = addPreservedTail(walk.nodes, table, behaviour);
  const whole = takeBackSiblings(kept, table, behaviour);
  const path = cutAtCompaction(whole);
  const healed = healOpenCalls(listItems(path, behaviour), behaviour, lose);
  const model = chooseModel(healed, behaviour);
  const systemRole = systemRoleOf(model, behaviour);
  const items = answerLastPrompt(dropUnsendable(healed, behaviour, lose), behaviour);
  const hasTaskTools =
    behaviour.taskTools === 'all-models' ||
    (behaviour.taskTools === 'user-role-models' && systemRole === undefined);
  const tools = toolsOf(client, hasTaskTools);
  const drafts = mergeMessages(items, { model, behaviour, version: client, tools, systemRole }, lose);
  orderCalls(drafts, behaviour, lose);
  const sent = limitImages(healPairs(drafts, lose));
  return {
    client,
    model,
    leaf: leaf.entry,
    messages: sent.map(toSentMessage),
    entries: path.map((node) => node.entry),
    refused: undefined,
  };
}
