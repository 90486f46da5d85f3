import { expect, test } from 'vitest';
import type { RequestMessage } from './api-script.ts';
import { requestFaults } from './request-faults.ts';

const GO: RequestMessage = { role: 'user', content: 'Go' };
const CALL: RequestMessage = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'Bash' }] };
const RESULT: RequestMessage = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] };

test('[R6] a request of pairs in turn has no fault, with system messages between or not', () => {
  expect(faultsOf(GO, CALL, RESULT)).toEqual([]);
  expect(faultsOf(GO, { role: 'system', content: [] }, CALL, RESULT)).toEqual([]);
});

test('[R6] calls without results, results without calls, empty text and thinking without its signature are faults', () => {
  expect(faultsOf(GO, CALL)).toEqual(['tool use a is not answered']);
  expect(faultsOf(RESULT)).toEqual(['result of a has no use before it']);
  expect(faultsOf({ role: 'user', content: ' ' })).toEqual(['message 0 holds empty text']);
  const unsigned: RequestMessage = { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm' }] };
  expect(faultsOf(GO, unsigned)).toEqual(['message 1 holds thinking without its signature']);
});

test('two user messages in a row, or an answer that comes first, are faults', () => {
  expect(faultsOf(GO, GO)).toEqual(["message 1 is the user's, as the one before it"]);
  expect(faultsOf({ role: 'assistant', content: 'Hm' }, GO)).toEqual(['does not begin with a user message']);
});

test('two answers in a row are no fault: the API takes them as one', () => {
  const said: RequestMessage = { role: 'assistant', content: 'Hm' };
  expect(faultsOf(GO, said, said, GO)).toEqual([]);
});

function faultsOf(...messages: readonly RequestMessage[]): readonly string[] {
  return requestFaults({ model: 'any', messages });
}
