import { expect, test } from 'vitest';
import { checkSession } from '../check/check-session.ts';
import { DAMAGE_KINDS, damage } from '../forge/damage.ts';
import { forgeSession, mainBytes } from '../forge/forge-session.ts';
import { parseLog } from '../log/read-log.ts';
import { isWholeUtf8 } from './check-one-session.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const rules = (bytes: Uint8Array, looked: boolean) =>
  checkSession({
    sessionId: undefined,
    selector: 'x',
    kind: 'main',
    lines: parseLog(bytes),
    validUtf8: looked ? isWholeUtf8({ bytes }) : undefined,
  });

test('[L1] a look at the whole file spares work and changes no finding, whatever the damage', () => {
  for (const [n, kind] of DAMAGE_KINDS.entries()) {
    const bytes = damage(mainBytes(forgeSession({ seed: n, turns: 2 })), { seed: n, kinds: [kind] });
    expect(rules(bytes, true), kind).toEqual(rules(bytes, false));
  }
});

test('[L1] half a character and bytes that are no UTF-8 are found with it and without', () => {
  const prompt = (content: string) =>
    `{"type":"user","uuid":"a","parentUuid":null,"timestamp":"2026-01-01T00:00:00Z","message":{"role":"user","content":"${content}"}}\n`;
  for (const [bytes, rule] of [
    [encode(prompt('\\uD83d')), 'lone-surrogate'],
    [encode(prompt('\\ud83d \\uDE00')), 'lone-surrogate'],
    [Buffer.from(prompt('\u00e9'), 'latin1'), 'invalid-utf8'],
  ] as const) {
    const { problems } = rules(bytes, true);
    expect(problems.map((problem) => problem.rule)).toContain(rule);
    expect(problems).toEqual(rules(bytes, false).problems);
  }
  expect(isWholeUtf8({ bytes: encode(prompt('é')) })).toBe(true);
  expect(isWholeUtf8({ bytes: undefined })).toBeUndefined();
});
