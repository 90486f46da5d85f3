// Damage to what entries say: calls without results, results without calls, empty texts, unsigned thinking.
import type { JsonObject } from '../base/json.ts';
import type { Damage, Draft } from './damage.ts';
import { blocksOf, findEntries, hasBlock, pickEntry, setEntry, withBlocks } from './draft.ts';

export const damageContent: Readonly<Record<string, Damage>> = {
  'removed-result': (draft, random) => {
    const entry = pickEntry(draft, random, (value) => hasBlock(value, 'tool_result'));
    if (entry) removeAndRelink(draft, entry.at, entry.value);
  },
  'removed-use': (draft, random) => {
    const entry = pickEntry(draft, random, (value) => hasBlock(value, 'tool_use'));
    if (entry) removeAndRelink(draft, entry.at, entry.value);
  },
  'empty-text': (draft, random) => {
    const entry = pickEntry(draft, random, (value) => hasBlock(value, 'text'));
    if (!entry) return;
    const blocks = blocksOf(entry.value).map((block) =>
      block.type === 'text' ? { ...block, text: '' } : block,
    );
    setEntry(draft, entry.at, withBlocks(entry.value, blocks));
  },
  'empty-content': (draft, random) => {
    const entry = pickEntry(draft, random, (value) => value.type === 'assistant');
    if (entry) setEntry(draft, entry.at, withBlocks(entry.value, []));
  },
  'unsigned-thinking': (draft, random) => {
    const entry = pickEntry(draft, random, (value) => hasBlock(value, 'thinking'));
    if (!entry) return;
    const blocks = blocksOf(entry.value).map(({ signature: _, ...block }) => block as JsonObject);
    setEntry(draft, entry.at, withBlocks(entry.value, blocks));
  },
};

// Children take the removed line's parent, so that only the pair is broken, not the chain.
function removeAndRelink(draft: Draft, at: number, removed: JsonObject): void {
  const children = findEntries(draft, (value) => value.parentUuid === removed.uuid);
  for (const child of children) {
    setEntry(draft, child.at, { ...child.value, parentUuid: removed.parentUuid });
  }
  draft.lines.splice(at, 1);
}
