import { expect, test } from 'vitest';
import { encodeUtf8, joinBytes } from '../base/bytes.ts';
import { MEASURED_CLIENTS } from '../context/client-behaviour.ts';
import { predictResume } from '../context/predict-resume.ts';
import { fileBytes, forgeSession } from '../forge/forge-session.ts';
import { parseLog } from '../log/read-log.ts';
import { findDispensable } from './slim-sessions.ts';

/** Lines as client 2.1.325 logs its requests, one before each line of a session. */
function withRequestLog(bytes: Uint8Array): Uint8Array {
  const types = ['api-request', 'api-request-shape', 'api-request-blob'];
  return joinBytes(
    parseLog(bytes).flatMap(({ raw }, n) => [
      encodeUtf8(
        `${JSON.stringify({ type: types[n % 3], sessionId: 's', base: n, keep: 1, tail: ['x'] })}\n`,
      ),
      raw,
      encodeUtf8('\n'),
    ]),
  );
}

const session = forgeSession({ seed: 'slim', shape: ['parallel-tools', 'compaction'] });
const plain = fileBytes(session.files[0] as (typeof session.files)[number]);

test('[E5] logged requests change nothing that any client sends, so they can go', () => {
  const logged = parseLog(withRequestLog(plain));
  for (const client of MEASURED_CLIENTS) {
    const [without, beside] = [parseLog(plain), logged].map((lines) =>
      predictResume(lines, { client, compare: false }).messages.map(({ role, content }) => [role, content]),
    );
    expect(without?.length).toBeGreaterThan(0);
    expect([client, beside]).toEqual([client, without]);
  }
  const lines = logged.filter(({ place }) => place.line % 2 === 1).map(({ place }) => place.line);
  expect([...findDispensable(logged)]).toEqual(lines);
});

test('[E5] a logged request that an entry hangs on stays', () => {
  const logged = parseLog(withRequestLog(plain));
  const uuid = '00000000-0000-4000-8000-000000000001';
  const hung = parseLog(
    joinBytes(
      logged.map(({ raw }, n) =>
        n === 0
          ? encodeUtf8(`${JSON.stringify({ type: 'api-request', uuid })}\n`)
          : joinBytes([raw, encodeUtf8('\n')]),
      ),
    ),
  );
  expect(findDispensable(hung).has(1)).toBe(false);
  expect(findDispensable(hung).has(3)).toBe(true);
});
