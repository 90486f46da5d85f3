// The model that a resume asks, which decides what thinking is sent and in which role reminders go out.

import type { JsonObject } from '../base/json.ts';
import { isThinking } from '../log/block.ts';
import { SYNTHETIC } from '../log/fields.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import type { Item } from './item.ts';

/** The last answer's model if the client offers it, still or already, else the client's default [resume R12]. */
export function chooseModel(items: readonly Item[], behaviour: ClientBehaviour): string {
  const { offeredModels, defaultModel } = behaviour;
  if (!offeredModels) return defaultModel;
  const model = items.findLast((item) => item.kind === 'assistant' && item.model !== SYNTHETIC)?.model;
  return model !== undefined && offeredModels.test(model) ? model : defaultModel;
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
