// Keeps of a parsed line what lists and counts read, and lets the bodies go: a file of gigabytes fits in memory so [L2].
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import type { Line } from '../log/line.ts';

const NO_BYTES: Uint8Array = new Uint8Array(0);

/**
 * The same line without its bytes, tool outputs and inputs, thinking and answers' texts. Graph, branches, turns, user
 * kinds, titles and usage come out as from the whole line.
 */
export function pruneLine(line: Line): Line {
  switch (line.kind) {
    case 'entry':
      return { ...line, raw: NO_BYTES, value: pruneValue(line.value) };
    case 'unreadable':
      return {
        ...line,
        raw: NO_BYTES,
        parts: line.parts.map(({ value }) => ({ value: pruneValue(value), text: '' })),
      };
    case 'blank':
      return { ...line, raw: NO_BYTES };
  }
}

const ENTRY_FIELDS: readonly string[] = [
  'type',
  'subtype',
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'leafUuid',
  'sessionId',
  'timestamp',
  'isSidechain',
  'isMeta',
  'isCompactSummary',
  'isApiErrorMessage',
  'cwd',
  'gitBranch',
  'version',
  'agentId',
  'teamName',
  'entrypoint',
  'summary',
  'customTitle',
  'aiTitle',
  'title',
];
const MESSAGE_FIELDS: readonly string[] = ['id', 'role', 'model', 'stop_reason'];
const BLOCK_FIELDS: readonly string[] = ['type', 'id', 'tool_use_id', 'is_error'];

function pruneValue(value: JsonObject): JsonObject {
  const kept = scalars(value, ENTRY_FIELDS);
  const { message, attachment, data } = value;
  if (isObject(message)) {
    const body = scalars(message, MESSAGE_FIELDS);
    body.content = pruneContent(message.content, value.type === 'user');
    if (isObject(message.usage)) body.usage = message.usage;
    kept.message = body;
  }
  if (isObject(attachment)) kept.attachment = scalars(attachment, ['type']);
  // Agents that ran without a file of their own are known from progress entries only [T5].
  if (isObject(data)) kept.data = scalars(data, ['type', 'agentId']);
  return kept;
}

// Only what a person typed tells prompts, forks and titles apart; an answer's text does not.
function pruneContent(content: Json | undefined, withText: boolean): Json | undefined {
  if (!Array.isArray(content)) return withText || typeof content !== 'string' ? content : '';
  const names = withText ? [...BLOCK_FIELDS, 'text'] : BLOCK_FIELDS;
  return content.filter(isObject).map((block) => scalars(block, names));
}

function scalars(from: JsonObject, names: readonly string[]): Record<string, Json | undefined> {
  const kept: Record<string, Json | undefined> = {};
  for (const name of names) {
    const field = from[name];
    if (field !== undefined && (field === null || typeof field !== 'object')) kept[name] = field;
  }
  return kept;
}
