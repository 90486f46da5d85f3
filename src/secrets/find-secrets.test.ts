import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { findSecrets } from './find-secrets.ts';
import { maskForDisplay, maskSecrets } from './mask-secrets.ts';
import { PLANTED } from './planted-secrets.fixture.ts';
import { SECRETLINT_RULE_NAMES } from './secretlint-rules.ts';

const KINDS = Object.entries(PLANTED);

test('there are at least 20 kinds, and the rules of secretlint are among those that run', () => {
  expect(KINDS.length).toBeGreaterThanOrEqual(20);
  expect(SECRETLINT_RULE_NAMES.length).toBeGreaterThanOrEqual(20);
});

test.each(KINDS)('%s is found where it stands, and nothing else', (kind, { text, secret }) => {
  const found = findSecrets(text);
  expect(found.map((one) => [one.kind, text.slice(one.start, one.end)])).toEqual([[kind, secret]]);
  expect(found[0]?.masked).not.toContain(secret.slice(-6));
});

test.each(KINDS)(
  '%s is found behind escaped line ends, colours and inside JSON text',
  (_, { text, secret }) => {
    const inner = JSON.stringify(secret).slice(1, -1);
    for (const wrapped of [JSON.stringify({ output: `a\n${text}\nb` }), `\u001b[32m${text}\u001b[0m`]) {
      expect(maskSecrets(wrapped).text).not.toContain(wrapped.includes(secret) ? secret : inner);
    }
  },
);

test.each(KINDS)('%s is gone after masking, and masking again changes nothing', (kind, { text, secret }) => {
  const masked = maskForDisplay(text);
  expect(masked).not.toContain(secret);
  expect(masked).toContain(`[redacted:${kind}]`);
  expect(maskForDisplay(masked)).toBe(masked);
});

test('uuids, hashes, signatures and base64 are no secrets', () => {
  const harmless = Array.from({ length: 300 }, (_, i) => {
    const bytes = randomBytes(200);
    return [
      randomUUID(),
      createHash('sha256').update(bytes).digest('hex'),
      createHash('sha1').update(bytes).digest('hex'),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      `data:image/png;base64,${bytes.toString('base64')}`,
      `toolu_01${bytes.toString('hex').slice(0, 22)} msg_01${bytes.toString('hex').slice(22, 44)}`,
      `commit ${createHash('sha1').update(`${i}`).digest('hex')}`,
      `integrity sha512-${bytes.toString('base64')}`,
    ];
  }).flat();
  expect(harmless.filter((text) => findSecrets(text).length > 0)).toEqual([]);
});

test('what looks like a token within base64 is none; behind a name it is one', () => {
  const token = `vck_${'4ztGlagdypJmkWbMgftU8TvI'.repeat(2)}`;
  const bytes = createHash('sha512').update('a lamp').digest('base64url');
  for (const text of [`${bytes}_${token}_${bytes}`, `${bytes}-${token}`, `${token}_${bytes}`])
    expect(findSecrets(text)).toEqual([]);
  for (const text of [token, `MY_2_Token_${token}`, `key=${token}, ${bytes}`])
    expect(findSecrets(text).map(({ kind }) => kind)).toEqual(['vercel-token']);
});

test.each([
  'password: string',
  'const token = await getToken(user.id);',
  'API_KEY=your_api_key_here',
  'ANTHROPIC_API_KEY=sk-ant-...',
  'DATABASE_URL=postgres://user:password@localhost:5432/app',
  `DATABASE_URL=postgres://user:$${'{DB_PASSWORD}'}@localhost/app`,
  'password = os.environ["DB_PASSWORD_2024"]',
  'AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE',
  'max_tokens: 4096, input_tokens: 182736',
  `Authorization: Bearer $${'{process.env.TOKEN_2}'}`,
  'client_secret: <your-client-secret-01>',
  'secretName: my-app-secret-v2',
  'https://example.com/a:b@2x.png',
  'const PRIMARY_KEY = "users_2024_primary_idx";',
])('no secret: %s', (text) => {
  expect(findSecrets(text)).toEqual([]);
});

test('as many secrets as a text can hold are found', () => {
  expect(findSecrets('a_token=aB3xK9qLmZ7pW2\n'.repeat(130_000)).length).toBe(130_000);
});
