// The model that a resume asks, which decides what thinking is sent and in which role reminders go out.

import type { JsonObject } from '../base/json.ts';
import { isThinking } from '../log/block.ts';
import { SYNTHETIC } from '../log/fields.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import type { Item } from './item.ts';

// Models that 2.1.325 still offers; the rest are asked as the default [resume R12].
const OFFERED = /claude-(opus-4-[5-9]|opus-5|sonnet-4-[5-9]|sonnet-5|haiku-4-5|haiku-5|fable-5)/;

/** The last answer's model if it is still offered, else the client's default. */
export function chooseModel(items: readonly Item[], behaviour: ClientBehaviour): string {
  if (behaviour.model === 'default') return behaviour.defaultModel;
  const model = items.findLast((item) => item.kind === 'assistant' && item.model !== SYNTHETIC)?.model;
  return model !== undefined && OFFERED.test(model) ? model : behaviour.defaultModel;
}

/** How the model gets reminders: as messages of role `system`, tagged or bare, or inside user messages [resume R21]. */
export function systemRoleOf(model: string, behaviour: ClientBehaviour): 'tagged' | 'bare' | undefined {
  if (!behaviour.systemRole?.test(model)) return undefined;
  return behaviour.taggedSystemRole?.test(model) ? 'tagged' : 'bare';
}

/** Signed thinking is the model's own: another model's is left out; unsigned is kept [resume R12]. */
export function isForeignThinking(block: JsonObject, item: Item, model: string): boolean {
  if (!isThinking(block) || item.model === SYNTHETIC || family(item.model ?? '') === family(model))
    return false;
  return block.type === 'redacted_thinking' || (block.type === 'thinking' && Boolean(block.signature));
}

function family(model: string): string {
  return model.replace(/\[1m\]$/, '').replace(/-\d{8}$/, '');
}
