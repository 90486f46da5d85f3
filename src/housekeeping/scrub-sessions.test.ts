import { appendFileSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { predictResume } from '../context/predict-resume.ts';
import { parseLog } from '../log/read-log.ts';
import { PLANTED } from '../secrets/planted-secrets.fixture.ts';
import { homeForEachTest, pictureOf } from './furnished-home.fixture.ts';
import { scanSecrets } from './scan-secrets.ts';
import { scrubSessions } from './scrub-sessions.ts';
import { findReceipt, undoReceipt } from './undo-receipt.ts';

const house = homeForEachTest();

/** A secret of each kind, round and round, in every place that a session has. */
async function plant(): Promise<Map<string, string>> {
  const { file } = await house.find();
  const planted = new Map<string, string>();
  const kinds = Object.entries(PLANTED);
  let n = 0;
  const next = (): string => {
    const [kind, { text, secret }] = kinds[n++ % kinds.length] as (typeof kinds)[number];
    planted.set(kind, secret);
    return text;
  };
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const entry of lines) {
    const content = entry.message?.content;
    if (typeof content === 'string') entry.message.content = `${content} ${next()}`;
    for (const block of Array.isArray(content) ? content : []) {
      if (block.type === 'text') block.text += ` ${next()}`;
      if (block.type === 'thinking') block.thinking += ` ${next()}`;
      if (block.type === 'tool_use') block.input.note = { deep: [next()] };
      if (block.type === 'tool_result' && typeof block.content === 'string') block.content += `\n${next()}`;
    }
    if (entry.toolUseResult !== undefined) entry.toolUseResult = { was: entry.toolUseResult, stdout: next() };
    if (entry.type === 'system') entry.content = next();
    entry.unknownField = next();
  }
  writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  appendFileSync(file, `{"type":"user","torn":"${next()}\n`);
  appendFileSync(file, `${JSON.stringify({ type: 'queue-operation', content: next() })}\n`);
  appendFileSync(file, `${JSON.stringify({ type: 'file-history-snapshot', snapshot: { x: next() } })}\n`);
  for (const { path, text } of [
    { path: `file-history/${house.sessionId}/0123456789abcdef@v1`, text: next() },
    { path: `todos/${house.sessionId}-agent-${house.sessionId}.json`, text: JSON.stringify([next()]) },
    { path: `tasks/${house.sessionId}/1.json`, text: JSON.stringify({ subject: next() }) },
    { path: `debug/${house.sessionId}.txt`, text: next() },
    { path: `session-env/${house.sessionId}/env.sh`, text: next() },
    { path: `projects/${house.slug}/${house.sessionId}/tool-results/big.txt`, text: next() },
    {
      path: `projects/${house.slug}/${house.sessionId}/custom-title.json`,
      text: JSON.stringify({ customTitle: next() }),
    },
  ])
    writeFileSync(join(house.home, path), text);
  const agents = join(house.home, 'projects', house.slug, house.sessionId, 'subagents');
  for (const name of readdirSync(agents)) {
    const path = join(agents, name);
    if (name.endsWith('.jsonl'))
      appendFileSync(path, `${JSON.stringify({ type: 'user', message: { content: next() } })}\n`);
    if (name.endsWith('.meta.json')) writeFileSync(path, JSON.stringify({ description: next() }));
  }
  const history = join(house.home, 'history.jsonl');
  appendFileSync(
    history,
    `${JSON.stringify({ display: next(), project: house.cwd, sessionId: house.sessionId })}\n`,
  );
  utimesSync(file, 0, 0);
  return planted;
}

function leaksOf(secrets: readonly string[]): string[] {
  const leaks: string[] = [];
  for (const name of Object.keys(pictureOf(house.home))) {
    if (name.endsWith('/')) continue;
    const text = readFileSync(join(house.home, name), 'utf8');
    for (const secret of secrets)
      if (text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)))
        leaks.push(`${name}: ${secret}`);
  }
  return leaks;
}

test('planted secrets of 20 kinds and more, in every field and sidecar, are found and scrubbed', async () => {
  const planted = await plant();
  expect(planted.size).toBeGreaterThanOrEqual(20);
  const session = await house.find();
  const { found } = await scanSecrets(session);
  expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(planted.keys()));
  expect(leaksOf([...planted.values()]).length).toBeGreaterThan(20);
  const before = parseLog(readFileSync(session.file));
  const report = await scrubSessions([session], { ...house, backup: false });
  expect(leaksOf([...planted.values()])).toEqual([]);
  expect((await scanSecrets(session)).found).toEqual([]);
  expect(report.found).toHaveLength(found.length);
  // Ids, links and signatures are what they were, and a resume loads as much.
  const after = parseLog(readFileSync(session.file));
  const idsOf = (lines: typeof after) =>
    lines.map((line) =>
      line.kind === 'entry' ? [line.value.uuid, line.value.parentUuid, line.value.sessionId] : line.kind,
    );
  expect(idsOf(after)).toEqual(idsOf(before));
  const signatures = (text: string) => text.match(/"signature":"[^"]*"/g);
  expect(signatures(readFileSync(session.file, 'utf8'))).toEqual(
    before.flatMap((line) => signatures(Buffer.from(line.raw).toString('utf8')) ?? []),
  );
  const [was, is] = [predictResume(before), predictResume(after)];
  expect([is.loads, is.of]).toEqual([was.loads, was.of]);
});

test('what was sent is told from what the client only keeps', async () => {
  const session = await house.find();
  const { text } = PLANTED['github-token'] as { text: string };
  const last = JSON.parse(
    readFileSync(session.file, 'utf8')
      .trimEnd()
      .split('\n')
      .findLast((line) => /"uuid"/.test(line)) ?? '',
  );
  const entry = {
    ...last,
    parentUuid: last.uuid,
    uuid: '11111111-2222-4333-8444-555555555555',
    type: 'user',
    timestamp: '2027-01-01T00:00:00.000Z',
  };
  delete entry.attachment;
  delete entry.isMeta;
  const prompt = { ...entry, message: { role: 'user', content: text }, toolUseResult: { stdout: text } };
  const left = {
    ...prompt,
    uuid: '11111111-2222-4333-8444-666666666666',
    parentUuid: null,
    timestamp: '2020-01-01T00:00:00.000Z',
    toolUseResult: undefined,
  };
  writeFileSync(
    session.file,
    `${JSON.stringify(left)}\n${readFileSync(session.file, 'utf8')}${JSON.stringify(prompt)}\n`,
  );
  const { found } = await scanSecrets(session);
  expect(found.map(({ field, sent }) => [field, sent])).toEqual([
    ['message.content', 'once'],
    ['message.content', 'again'],
    ['toolUseResult.stdout', 'no'],
  ]);
});

test('with a backup, the scrub can be undone byte for byte; without, it is refused', async () => {
  await plant();
  const before = pictureOf(house.home);
  const backup = join(house.root, 'kept');
  mkdirSync(backup);
  const first = await scrubSessions([await house.find()], { ...house, backup });
  expect(pictureOf(house.home)).not.toEqual(before);
  const receipt = await findReceipt(first.receipt ?? '', house.dataDir);
  await undoReceipt(receipt as NonNullable<typeof receipt>, house);
  expect(pictureOf(house.home)).toEqual(before);
  const second = await scrubSessions([await house.find()], { ...house, backup: false });
  const other = await findReceipt(second.receipt ?? '', house.dataDir);
  await expect(undoReceipt(other as NonNullable<typeof other>, house)).rejects.toThrow(/was not kept/);
  expect(leaksOf([(PLANTED['github-token'] as { secret: string }).secret])).toEqual([]);
  // Nothing of the secrets stays in clew's own folder either.
  const kept = readdirSync(house.dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /old/.test(name),
  );
  expect(kept).toEqual([]);
});

test('a session without secrets is not touched, and lines without any keep their bytes', async () => {
  const before = pictureOf(house.home);
  expect((await scrubSessions([await house.find()], { ...house, backup: false })).receipt).toBeUndefined();
  expect(pictureOf(house.home)).toEqual(before);
  const { file } = await house.find();
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  writeFileSync(
    file,
    `${lines.join('\n')}\n{"a" : "${(PLANTED['npm-token'] as { text: string }).text}" , "n":1.50}\n`,
  );
  utimesSync(file, 0, 0);
  await scrubSessions([await house.find()], { ...house, backup: false });
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toEqual([
    ...lines,
    '{"a" : "the key is [redacted:npm-token], keep it" , "n":1.50}',
  ]);
});
