// Small sessions to mend, entry by entry, and what mending makes of them.
import { encodeUtf8, joinBytes } from '../../base/bytes.ts';
import type { JsonObject } from '../../base/json.ts';
import { predictResume } from '../../context/predict-resume.ts';
import type { Line } from '../../log/line.ts';
import { parseLog } from '../../log/read-log.ts';
import { mendSession } from './mend-session.ts';
import { type MendChange, mendedBytes } from './mended-line.ts';

let clock = 0;
const stamp = () => new Date(Date.UTC(2026, 0, 1, 0, clock++, 0)).toISOString();
export const entry = (
  type: string,
  uuid: string,
  parentUuid: string | null,
  message: JsonObject,
  extra: JsonObject = {},
): JsonObject => ({
  parentUuid,
  type,
  uuid,
  sessionId: 's',
  timestamp: stamp(),
  message,
  ...extra,
});
export const prompt = (uuid: string, parent: string | null): JsonObject =>
  entry('user', uuid, parent, { role: 'user', content: `ask ${uuid}` });
export const answer = (
  uuid: string,
  parent: string | null,
  block: JsonObject,
  id: string = `m-${uuid}`,
): JsonObject =>
  entry('assistant', uuid, parent, { id, role: 'assistant', model: 'claude-opus-4-6', content: [block] });
export const says = (uuid: string, parent: string | null): JsonObject =>
  answer(uuid, parent, { type: 'text', text: `say ${uuid}` });
export const use = (uuid: string, parent: string | null, id: string = `m-${uuid}`): JsonObject =>
  answer(uuid, parent, { type: 'tool_use', id: `t-${uuid}`, name: 'Bash', input: {} }, id);
export const result = (uuid: string, parent: string | null, of: string): JsonObject =>
  entry('user', uuid, parent, {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: `t-${of}`, content: `out ${of}` }],
  });

export const text = (...values: (JsonObject | string)[]): string =>
  values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('');
interface Mending {
  readonly text: string;
  readonly lines: readonly Line[];
  readonly kinds: readonly string[];
  readonly changes: readonly MendChange[];
}

export const mend = (source: string): Mending => {
  let n = 0;
  const { lines, changes } = mendSession(parseLog(encodeUtf8(source)), {
    newUuid: () => `new-${++n}`,
    tooLarge: () => undefined,
  });
  const bytes = joinBytes([new Uint8Array(0), ...mendedBytes(lines)]);
  return {
    text: new TextDecoder().decode(bytes),
    lines: parseLog(bytes),
    kinds: changes.map((change) => change.kind),
    changes,
  };
};
export const texts = (source: string | readonly Line[], client: string = '2.1.325'): readonly string[] => {
  const lines = typeof source === 'string' ? parseLog(encodeUtf8(source)) : source;
  return (
    JSON.stringify(predictResume(lines, { client }).messages.map((message) => message.content)).match(
      /(?:ask|say|out) \w+/g,
    ) ?? []
  );
};
