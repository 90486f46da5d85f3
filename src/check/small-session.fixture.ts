// Small sessions as plain objects, and what the rules find in them, for the tests of the rules.
import { encodeUtf8 } from '../base/bytes.ts';
import type { JsonObject } from '../base/json.ts';
import { parseLog } from '../log/read-log.ts';
import { checkSession, type SessionCheck } from './check-session.ts';
import type { CheckInput } from './checked-session.ts';

export const ID = '01234567-89ab-4cde-8f01-23456789abcd';

export function check(bytes: Uint8Array, more: Partial<CheckInput> = {}): SessionCheck {
  const lines = parseLog(bytes);
  return checkSession({ sessionId: undefined, selector: '01234567', kind: 'main', lines, ...more });
}

/** "severity rule line" of each finding. */
export function rules(bytes: Uint8Array, more: Partial<CheckInput> = {}): string[] {
  return check(bytes, more).problems.map(({ rule, severity, line }) => `${severity} ${rule} ${line}`);
}

export function log(...values: readonly JsonObject[]): Uint8Array {
  return encodeUtf8(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
}

const time = (n: number): string => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();

/** Entry number `n`, a minute after the one before. */
export function user(n: number, parent: number | null, content: unknown, more: object = {}): JsonObject {
  return {
    type: 'user',
    uuid: `u${n}`,
    parentUuid: parent === null ? null : `u${parent}`,
    timestamp: time(n),
    sessionId: ID,
    version: '2.1.325',
    message: { role: 'user', content },
    ...more,
  } as unknown as JsonObject;
}

export function answer(n: number, parent: number, content: unknown, more: object = {}): JsonObject {
  return {
    ...user(n, parent, content, more),
    type: 'assistant',
    message: { role: 'assistant', id: `msg${n}`, model: 'claude-opus-4-6', content } as unknown as JsonObject,
  };
}

export function text(words: string): JsonObject {
  return { type: 'text', text: words };
}

/** The header of a PNG is all that its size needs. */
export function png(width: number, height: number, padding = 0): JsonObject {
  const bytes = new Uint8Array(24 + padding);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x89504e47);
  view.setUint32(16, width);
  view.setUint32(20, height);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data: btoa(binary) } };
}
