// Builds entries for tests from plain objects, the way they would be read from a file.
import { encodeUtf8 } from '../base/bytes.ts';
import type { Entry } from '../log/line.ts';
import { parseLog } from '../log/read-log.ts';

export function entriesOf(...values: readonly object[]): Entry[] {
  const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
  return parseLog(encodeUtf8(text)).filter((line) => line.kind === 'entry');
}

/** An assistant line with one tool use. */
export function useLine(id: string, name: string, input: unknown, more: object = {}): object {
  return {
    type: 'assistant',
    uuid: `u-${id}`,
    timestamp: '2026-01-01T00:00:00.000Z',
    message: { id: `msg-${id}`, role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
    ...more,
  };
}

/** The user line with its result; `block` overrides fields of the result block. */
export function resultLine(
  id: string,
  content: unknown,
  toolUseResult?: unknown,
  block: object = {},
): object {
  return {
    type: 'user',
    uuid: `r-${id}`,
    timestamp: '2026-01-01T00:00:02.500Z',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, ...block }] },
    ...(toolUseResult === undefined ? {} : { toolUseResult }),
  };
}
