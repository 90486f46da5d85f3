import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer, prompt, TestHome } from '../../src/catalog/catalog.fixture.ts';
import { type ClewRun, runClew } from './run-clew.ts';

let home: TestHome;
const API = '-home-dev-api/11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa.jsonl';
const WEB = '-home-dev-web/22222222-bbbb-4bbb-8bbb-bbbbbbbbbbbb.jsonl';

beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.remove());

/** A tail that runs until it is stopped; what it printed so far can be waited for. */
function follow(...words: string[]): {
  readonly sees: (text: string) => Promise<void>;
  readonly text: () => string;
  readonly end: () => Promise<ClewRun>;
} {
  const stop = new AbortController();
  let out = '';
  let err = '';
  const run = runClew(['tail', '--home', home.home, ...words], {
    stop: stop.signal,
    env: { TZ: 'UTC' },
    print: async (text) => {
      out += String(text);
    },
    printError: (text) => {
      err += text;
    },
  });
  const wait = async (text: string): Promise<void> => {
    for (let i = 0; i < 400 && !`${out}${err}`.includes(text); i++) await setTimeout(25);
    expect(`${out}${err}`).toContain(text);
  };
  return {
    sees: wait,
    text: () => out,
    end: async () => {
      stop.abort();
      return { ...(await run), out, err };
    },
  };
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;

test('a session: its last turn first, then what comes; a call when its result is there', async () => {
  home.put(API, [prompt('Light the lamp'), answer('Lit.'), prompt('And the oil?', 2), answer('Full.', 2)]);
  const tail = follow('11111111');
  await tail.sees('Full.');
  expect(tail.text()).not.toContain('Lit.');
  expect(tail.text()).toContain('Light the lamp'); // The title.
  expect(tail.text()).toMatch(/\b2\b.*\n.*And the oil\?/);
  const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls lamps' } };
  appendFileSync(
    home.path(API),
    line(answer('', 3, { parentUuid: 'a2', message: { id: 'm3', content: [call] } })),
  );
  await setTimeout(300);
  expect(tail.text()).not.toContain('ls lamps');
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'red.lamp' };
  appendFileSync(
    home.path(API),
    line(prompt('', 3, { uuid: 'r3', parentUuid: 'a3', message: { content: [result] } })),
  );
  await tail.sees('ls lamps');
  appendFileSync(home.path(API), line(prompt('Thanks', 4, { parentUuid: 'r3' })));
  await tail.sees('Thanks');
  const { code, out } = await tail.end();
  expect(code).toBe(0);
  expect(out.match(/ls lamps/g)).toHaveLength(1);
  expect(out).toMatch(/\b3\b.*\n.*Thanks/);
});

test('[L1] half a line waits for its other half', async () => {
  home.put(API, [prompt('Begin')]);
  const tail = follow('11111111');
  await tail.sees('Begin');
  const text = line(answer('A whole answer'));
  appendFileSync(home.path(API), text.slice(0, 50));
  await setTimeout(300);
  expect(tail.text()).not.toContain('whole');
  appendFileSync(home.path(API), text.slice(50));
  await tail.sees('A whole answer');
  await tail.end();
});

test('a file that is cut, or replaced by another, is followed from its beginning', async () => {
  home.put(API, [prompt('Begin'), answer('one answer')]);
  const tail = follow('11111111');
  await tail.sees('one answer');
  writeFileSync(home.path(API), line(prompt('Cut and begun again')));
  await tail.sees('Cut and begun again');
  writeFileSync(`${home.path(API)}.tmp`, line(prompt('Replaced')) + line(answer('by another')));
  renameSync(`${home.path(API)}.tmp`, home.path(API));
  await tail.sees('by another');
  await tail.end();
});

test('all sessions: only what comes, under the name of its session; new files and agents too', async () => {
  home.put(API, [prompt('Old lamp'), answer('Old answer')]);
  const tail = follow();
  await tail.sees('Following 1 session');
  appendFileSync(home.path(API), line(prompt('New lamp', 2)));
  await tail.sees('New lamp');
  home.put(WEB, [prompt('Paint it')]);
  await tail.sees('Paint it');
  home.put(`${WEB.slice(0, -6)}/subagents/agent-a1.jsonl`, [
    prompt('Mix colours', 1, { isSidechain: true, agentId: 'a1' }),
  ]);
  await tail.sees('Mix colours');
  const { out } = await tail.end();
  expect(out).not.toContain('Old answer');
  expect(out).toMatch(
    /══ Old lamp {2}11111111[\s\S]*New lamp[\s\S]*══ Paint it {2}22222222[\s\S]*agent a1 of 22222222/,
  );
});

test('--json: each line as it was logged, with its place', async () => {
  home.put(API, [prompt('Begin')]);
  const tail = follow('--json');
  await tail.sees('Following');
  appendFileSync(home.path(API), line(answer('Yes\u0085')));
  appendFileSync(home.path(API), 'not json\n');
  await tail.sees('not-json');
  const { out } = await tail.end();
  const documents = out
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));
  expect(documents).toEqual([
    {
      sessionId: '11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
      file: home.path(API),
      line: 2,
      offset: line(prompt('Begin')).length,
      entry: answer('Yes\u0085'),
    },
    expect.objectContaining({ line: 3, unreadable: 'not-json' }),
  ]);
  expect(out).not.toContain('\u0085');
});

test('[F2] an agent of the flat layout is told without a session that its name does not tell', async () => {
  home.put('-home-dev-api/agent-a1b2c3.jsonl', [
    prompt('Count the lamps', 1, { isSidechain: true, agentId: 'a1b2c3' }),
  ]);
  const tail = follow(home.path('-home-dev-api/agent-a1b2c3.jsonl'));
  await tail.sees('Count the lamps');
  const { out } = await tail.end();
  expect(out).toMatch(/^══ .* {2}agent a1b2c3$/m);
});

test('what cannot be followed is refused', async () => {
  expect(await runClew(['tail', 'nothing', '--home', home.home])).toMatchObject({ code: 2 });
  home.put(API, [prompt('Begin')]);
  expect(await runClew(['tail', '1111', '--turns', 'x', '--home', home.home])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--turns'),
  });
});
