import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attributeTokens } from '../../src/context/tokens/attribute-tokens.ts';
import { inspectCache } from '../../src/context/tokens/cache-forensics.ts';
import { measureGrowth } from '../../src/context/tokens/growth.ts';
import { contentText } from '../../src/log/block.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { buildThread, readConversation } from '../../src/session/session.ts';
import { pairToolCalls } from '../../src/session/tool-calls.ts';
import { corpusFiles, hasCorpus, isAgentFile } from './corpus.ts';

const ledgers = corpusFiles().map((file) => {
  const thread = buildThread(parseLog(readFileSync(file)), isAgentFile(file) ? 'agent' : 'main');
  const conversation = readConversation(thread);
  return { file, conversation, ledger: attributeTokens(conversation) };
});

test.skipIf(!hasCorpus)(
  '[K1] at every request the tokens of all entries add up to the logged context size, and none is negative',
  () => {
    let requests = 0;
    for (const { file, ledger } of ledgers) {
      const sizes = loggedSizes(file);
      const changes = ledger.requests.map(() => 0);
      for (const item of ledger.items) {
        expect(Number.isInteger(item.tokens) && item.tokens >= item.left && item.left >= 0, file).toBe(true);
        changes[item.request] = (changes[item.request] as number) + item.tokens;
      }
      for (const drop of ledger.drops) {
        expect(drop.tokens, file).toBeGreaterThan(0);
        changes[drop.request] = (changes[drop.request] as number) - drop.tokens;
      }
      let sum = 0;
      for (const { index, message, first } of ledger.requests) {
        sum += changes[index] as number;
        expect(sum, `${file} line ${first.line}`).toBe(sizes.get(message.id as string));
        requests++;
      }
    }
    expect(requests).toBeGreaterThan(4000);
  },
);

test.skipIf(!hasCorpus)('[M3] every answer of a real model on the active branch is one request', () => {
  for (const { file, conversation, ledger } of ledgers) {
    const answers = conversation.messages.filter(
      (message) => message.role === 'assistant' && message.model !== '<synthetic>' && message.usage,
    );
    expect(
      ledger.requests.map(({ message }) => message.id),
      file,
    ).toEqual(answers.map(({ id }) => id));
  }
});

test.skipIf(!hasCorpus)('every loss of context has a name, and few are unknown', () => {
  const causes = new Map<string, number>();
  let shrunk = 0;
  for (const { ledger } of ledgers) {
    const seen = new Set(ledger.drops.map(({ request, cause }) => `${request} ${cause}`));
    for (const key of seen) {
      const cause = key.split(' ')[1] as string;
      causes.set(cause, (causes.get(cause) ?? 0) + 1);
    }
    for (const { index, context } of ledger.requests) {
      const before = ledger.requests[index - 1];
      if (!before || context >= before.context) continue;
      shrunk++;
      expect(ledger.drops.some((drop) => drop.request === index)).toBe(true);
    }
  }
  expect(shrunk).toBeGreaterThan(20);
  expect(causes.get('compaction')).toBe(10);
  expect(causes.get('microcompaction')).toBe(1);
  expect(causes.get('unknown')).toBeLessThan(15);
});

test.skipIf(!hasCorpus)('a file that was read weighs what its text can weigh', () => {
  let compared = 0;
  for (const { ledger, conversation } of ledgers) {
    const texts = new Map<string | undefined, string>();
    for (const call of pairToolCalls(conversation.entries).calls) {
      if (call.name === 'Read') texts.set(call.id, contentText(call.results[0]?.block.content));
    }
    for (const item of ledger.items) {
      const text = texts.get(item.toolUseId);
      if (item.kind !== 'tool-result' || text === undefined || text.length < 4000 || item.tokens === 0)
        continue;
      const ratio = text.length / item.tokens;
      expect(ratio, `line ${item.entry?.place.line}`).toBeGreaterThan(1.2);
      expect(ratio, `line ${item.entry?.place.line}`).toBeLessThan(6);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(200);
});

test.skipIf(!hasCorpus)('what is read from the cache, written and sent plain is the whole context', () => {
  let broken = 0;
  for (const { file, ledger } of ledgers) {
    for (const record of inspectCache(ledger)) {
      expect(record.read + record.written + record.uncached, file).toBe(record.request.context);
      expect(record.rewritten, file).toBeLessThanOrEqual(record.written + record.uncached);
      if (record.rewritten > 0) broken++;
    }
    for (const row of measureGrowth(ledger)) {
      expect(
        Object.values(row.byKind).reduce((a, b) => a + b, 0),
        file,
      ).toBe(row.context);
    }
  }
  expect(broken).toBeGreaterThan(100);
});

// Written apart from the session model: the largest copy of a message's figures, straight from the lines.
function loggedSizes(file: string): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    try {
      const { message } = JSON.parse(text);
      const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens } = message.usage;
      const size = (input_tokens ?? 0) + (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0);
      sizes.set(message.id, Math.max(size, sizes.get(message.id) ?? 0));
    } catch {}
  }
  return sizes;
}
