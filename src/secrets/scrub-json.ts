// Finds and replaces secrets in a parsed entry or sidecar: every string by its path, but for ids, signatures and binary data.
import type { Json, JsonObject } from '../base/json.ts';
import { findUnderKey } from './assignment-rule.ts';
import { findSecrets } from './find-secrets.ts';
import type { Finding } from './finding.ts';
import { type JsonKey, type JsonPath, mapStrings, type Spot } from './map-strings.ts';
import { replaceFindings } from './mask-secrets.ts';

export interface PlacedFinding extends Finding {
  readonly path: JsonPath;
}

/** The secrets of all strings in a value, in order of the document. */
export function findInJson(value: Json): PlacedFinding[] {
  const found: PlacedFinding[] = [];
  const take = (text: string, { key, path }: Spot): string => {
    for (const finding of findAt(text, key)) found.push({ ...finding, path: path() });
    return text;
  };
  mapStrings(value, take, isOpaque);
  return found;
}

/**
 * The value with its secrets replaced; the same object where it has none, and untouched parts shared. The text of signed
 * thinking cannot be changed, for the API checks it against the signature: it is emptied whole, as newer clients
 * write it [M7].
 */
export function scrubJson<T extends Json>(value: T): T {
  const scrub = (text: string, { key, owner }: Spot): string => {
    const found = findAt(text, key);
    if (found.length === 0) return text;
    return isSignedThinking(owner, key) ? '' : replaceFindings(text, found);
  };
  return mapStrings(value, scrub, isOpaque) as T;
}

/** The secrets of a string that stands under a key. */
export function findAt(text: string, key: JsonKey): Finding[] {
  const found = findSecrets(text);
  return found.length === 0 && typeof key === 'string' ? findUnderKey(key, text) : found;
}

/** Text that the API checks against a signature. */
export function isSignedThinking(owner: JsonObject | undefined, key: JsonKey): boolean {
  return key === 'thinking' && owner?.type === 'thinking' && Boolean(owner.signature);
}

const IDS: ReadonlySet<string> = new Set([
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'leafUuid',
  'sessionId',
  'session_id',
  'messageId',
  'snapshotMessageId',
  'sourceToolAssistantUUID',
  'requestId',
  'tool_use_id',
  'toolUseID',
  'parentToolUseID',
  'toolUseId',
  'agentId',
  'timestamp',
  'signature',
  'backupFileName',
]);

/** Ids, signatures and binary data: nothing in them is for reading. */
export function isOpaque(owner: JsonObject | undefined, key: string | number): boolean {
  if (typeof key !== 'string' || owner === undefined) return false;
  if (IDS.has(key) || key === 'base64') return true;
  if (key === 'id') return typeof owner.type === 'string' || typeof owner.role === 'string';
  // Binary data: an image, a document, encrypted thinking.
  return key === 'data' && (owner.type === 'base64' || owner.type === 'redacted_thinking');
}
