// Finds the thoughts of a session that newer clients read and do not send: answers of thinking alone. Older ones do send them.
import { readFile } from 'node:fs/promises';
import { arrayBlocks } from '../../src/log/block.ts';
import { messageOf, parentUuidOf, uuidOf } from '../../src/log/fields.ts';
import type { Entry } from '../../src/log/line.ts';
import { parseLog } from '../../src/log/read-log.ts';
import type { RequestBlock } from './api-script.ts';
import { isThinking } from './compare-texts.ts';
import type { Resumed } from './resume.ts';
import { sentMessages, sentTexts } from './sent-texts.ts';

/** What they think. That a client read them is told by what hangs on them: it was sent. */
export async function passedThoughts(
  file: string,
  resumed: Resumed | undefined,
): Promise<ReadonlySet<string>> {
  const sent = new Set(sentTexts(sentMessages(resumed), () => false).map(({ text }) => text));
  const entries = parseLog(await readFile(file)).filter((line) => line.kind === 'entry');
  const thoughts = new Map<string | undefined, readonly RequestBlock[]>();
  for (const entry of entries) {
    const blocks = blocksOf(entry);
    if (entry.value.type === 'assistant' && blocks.length > 0 && blocks.every(isThinking))
      thoughts.set(uuidOf(entry), blocks);
  }
  const passed = new Set<string>();
  for (const entry of entries) {
    const above = thoughts.get(parentUuidOf(entry) ?? '') ?? [];
    const texts = sentTexts([{ role: 'user', content: blocksOf(entry) }], () => false);
    if (above.length > 0 && texts.length > 0 && texts.every(({ text }) => sent.has(text)))
      for (const { thinking } of above) passed.add(String(thinking));
  }
  return passed;
}

function blocksOf(entry: Entry): readonly RequestBlock[] {
  const content = messageOf(entry)?.content;
  return typeof content === 'string' ? [{ type: 'text', text: content }] : (arrayBlocks(content) as never);
}
