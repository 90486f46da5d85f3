import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { predictResume } from '../../src/context/predict-resume.ts';
import { readLines } from '../../src/load/read-lines.ts';
import { PLANTED } from '../../src/secrets/planted-secrets.fixture.ts';
import { Talk } from '../browser/talk.ts';
import { type ClewRun, runClew } from './run-clew.ts';

const FORMATS = ['html', 'md', 'text', 'json', 'jsonl'] as const;
const PERSON = 'zebulon';
const SECRET = PLANTED['github-token']?.secret as string;
/** Each must be gone from every format. */
const PRIVATE = [SECRET, `/home/${PERSON}`, `-home-${PERSON}`, `${PERSON}@mail.example`, 'Quillfeather'];

let folder: string;
let home: string;
let parts: string;
const talk = new Talk();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clew-export-'));
  home = join(folder, 'home');
  // The page's own script and style are the browser tests' business.
  parts = join(folder, 'parts');
  mkdirSync(parts);
  writeFileSync(join(parts, 'page.js'), `const end = '</script><!--';`);
  writeFileSync(join(parts, 'page.css'), 'body { color: red }');
  const all = PRIVATE.join(' and ');
  const path = `/home/${PERSON}/work/a.ts`;
  talk.prompt(`first: ${all}`, { cwd: `/home/${PERSON}/work` });
  talk.answer(
    { type: 'thinking', thinking: all, signature: 'c2lnbmVk' },
    { type: 'text', text: `one ${all}` },
  );
  talk.call('Bash', { command: all, [path]: all }, all, {
    toolUseResult: { stdout: all, stderr: '', [path]: 1 },
  });
  talk.say('done');
  talk.prompt('second').say('two');
  talk.prompt('third').say('three `<b>` <img src=x onerror=alert(1)> ![p](https://evil.example/p.png)');
  talk.prompt('fourth').say('- ```\n  ```\n<script>bad()</script>');
  talk.beside({
    type: 'custom-title',
    customTitle: `Lamps </title><script> ${all}`,
    sessionId: talk.sessionId,
  });
  writeHome(join('projects', `-home-${PERSON}-work`, `${talk.sessionId}.jsonl`), talk.entries);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeHome(path: string, lines: readonly object[]): void {
  const file = join(home, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

function exportIt(...words: string[]): Promise<ClewRun> {
  const env = { TZ: 'UTC', CLEW_PAGE_FOLDER: parts };
  return runClew(['export', ...words, '--home', home], {
    env,
    cwd: folder,
    homeDirectory: join(folder, 'me'),
  });
}

/** The text of an export; of a page, with its packs unpacked. */
async function textOf(format: string, ...more: string[]): Promise<string> {
  const { code, out } = await exportIt(talk.sessionId, '--format', format, '--out', '-', ...more);
  expect(code).toBe(0);
  const text = Buffer.from(out, 'latin1').toString('utf8');
  const packs = [...text.matchAll(/<script type="text\/plain" id="[\w-]+">([\w+/=]+)<\/script>/g)];
  return (
    text + packs.map(([, pack]) => gunzipSync(Buffer.from(pack as string, 'base64')).toString()).join('')
  );
}

test.each(FORMATS)(
  '%s holds what was said; redacted, it holds no secret, home, address or listed name',
  async (format) => {
    const whole = await textOf(format);
    for (const one of ['second', 'three', ...PRIVATE]) expect(whole).toContain(one);
    const redacted = await textOf(format, '--redact', '--redact-name', 'quillfeather');
    expect(PRIVATE.filter((one) => redacted.toLowerCase().includes(one.toLowerCase()))).toEqual([]);
    for (const one of ['second', '/home/user']) expect(redacted).toContain(one);
  },
);

test('redacting leaves ids and signatures as they are', async () => {
  const model = JSON.parse(await textOf('json', '--redact')) as { session: object; turns: object[] };
  expect(model.session).toMatchObject({ sessionId: talk.sessionId });
  const uuids = talk.entries.flatMap((entry) => (entry as { uuid?: string }).uuid ?? []);
  const text = JSON.stringify(model);
  expect(uuids.filter((uuid) => !text.includes(uuid))).toEqual([]);
  expect(text).toContain('c2lnbmVk');
});

test('of some turns, nothing of the others is exported', async () => {
  for (const format of FORMATS) {
    const text = await textOf(format, '--turn', '2..3');
    expect(text).toContain('second');
    expect(text).toContain('three');
    for (const other of ['first:', 'fourth', 'bad()']) expect(text).not.toContain(other);
  }
});

test('a whole excerpt resumes with the messages of its source, and one of turns with those of its turns', async () => {
  const source = predictResume(
    await readLines(join(home, 'projects', `-home-${PERSON}-work`, `${talk.sessionId}.jsonl`)),
  );
  const sent = (messages: typeof source.messages) => messages.map(({ role, content }) => ({ role, content }));
  const read = async (name: string, ...more: string[]) => {
    const file = join(folder, name);
    const { code } = await exportIt(talk.sessionId, '--out', file, ...more);
    expect(code).toBe(0);
    return predictResume(await readLines(file));
  };
  const whole = await read('whole.jsonl');
  expect(sent(whole.messages)).toEqual(sent(source.messages));
  expect(whole).toMatchObject({ refused: undefined, lost: [] });
  const excerpt = await read('some.jsonl', '--turn', '2..3');
  const from = source.messages.findIndex(({ content }) => JSON.stringify(content).includes('second'));
  expect(from).toBeGreaterThan(0);
  expect(sent(excerpt.messages)).toEqual(sent(source.messages.slice(from, from + 4)));
});

test('the page admits only its own script and style, and its parts cannot leave their places', async () => {
  const { out } = await exportIt(talk.sessionId, '--out', '-');
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(out) ?? [];
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; img-src data:;/,
  );
  expect(out).toContain(`const end = '\\x3c/script>\\x3c!--';`);
  expect(out).toContain('<title>Lamps &lt;/title&gt;&lt;script&gt;');
  expect(out.match(/<script/g)?.length).toBe(out.match(/<\/script>/g)?.length);
});

test('in Markdown, no HTML and no picture of the session works, whatever its fences do', async () => {
  const text = await textOf('md');
  const own = text.replaceAll(/<\/?(?:details|summary|code|b)>/g, '');
  const outside = own
    .split(/^`{3,}.*$/m)
    .filter((_, i) => i % 2 === 0)
    .join('');
  expect(outside).not.toMatch(/<[a-z/!]/i);
  expect(outside).not.toContain('![');
  expect(text).toContain('&lt;img src=x');
});

test('a project becomes a folder with an index; what is there is not overwritten unasked', async () => {
  const words = ['--project', 'work', '--out', join(folder, 'pages'), '--redact'];
  const first = await exportIt(...words);
  expect(first.code).toBe(0);
  const names = readdirSync(join(folder, 'pages'));
  expect(names).toHaveLength(2);
  const index = readFileSync(join(folder, 'pages', 'index.html'), 'utf8');
  const page = names.find((name) => name !== 'index.html') as string;
  expect(index).toContain(`href="${encodeURIComponent(page)}"`);
  expect(index).not.toContain('<script');
  expect(PRIVATE.slice(0, 4).filter((one) => (index + names).includes(one))).toEqual([]);
  expect(await exportIt(...words)).toMatchObject({ code: 2 });
  expect(await exportIt(...words, '--force')).toMatchObject({ code: 0 });
});

test('a folder of which one file is there already is left as it was', async () => {
  const second = new Talk().prompt('another').say('talk');
  const project = join(folder, 'two', 'projects', '-two');
  mkdirSync(project, { recursive: true });
  for (const { sessionId, entries } of [talk, second])
    writeFileSync(
      join(project, `${sessionId}.jsonl`),
      entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
    );
  const out = join(folder, 'two-pages');
  const pages = () =>
    runClew(['export', '--project', 'two', '--format', 'md', '--out', out, '--home', join(folder, 'two')]);
  expect((await pages()).code).toBe(0);
  const names = readdirSync(out).filter((name) => name !== 'index.html');
  expect(names).toHaveLength(2);
  for (const kept of names) {
    for (const name of readdirSync(out)) if (name !== kept) rmSync(join(out, name));
    expect((await pages()).code).toBe(2);
    expect(readdirSync(out)).toEqual([kept]);
    rmSync(join(out, kept));
    expect((await pages()).code).toBe(0);
  }
});

test('a search becomes a folder; one that finds nothing is exit 1', async () => {
  const out = join(folder, 'found');
  const found = await exportIt('--query', 'fourth', '--out', out, '--json');
  expect(JSON.parse(found.out)).toMatchObject({
    format: 'html',
    sessions: [{ sessionId: talk.sessionId, turns: 4 }],
  });
  expect(await exportIt('--query', 'nowheretobefound', '--out', out)).toMatchObject({ code: 1 });
});

test('of two files of one session id, the one in which a search finds something is exported', async () => {
  const twins = join(folder, 'twins');
  const [one] = talk.entries;
  for (const [name, words] of [
    ['-one', 'nothing of note'],
    ['-two', 'a quixotic remark'],
  ] as const) {
    mkdirSync(join(twins, 'projects', name), { recursive: true });
    const entry = { ...one, cwd: name, message: { role: 'user', content: words } };
    writeFileSync(join(twins, 'projects', name, `${talk.sessionId}.jsonl`), `${JSON.stringify(entry)}\n`);
  }
  const words = ['--query', 'quixotic', '--format', 'text', '--out', join(folder, 'twin-texts'), '--json'];
  const { out } = await runClew(['export', ...words, '--home', twins], {
    env: { CLEW_DATA_DIR: join(folder, 'twin-data') },
  });
  const { sessions } = JSON.parse(out) as { sessions: { file: string }[] };
  expect(sessions.map(({ file }) => readFileSync(file, 'utf8').includes('quixotic'))).toEqual([true]);
});

test('where no session fits, programs get a document all the same', async () => {
  const { code, out } = await exportIt('--project', 'no-such-project', '--json');
  expect([code, JSON.parse(out)]).toEqual([1, { sessions: [], skipped: [] }]);
});

test('what cannot be is refused in a sentence', async () => {
  expect(await exportIt(talk.sessionId, '--turn', '99', '--out', '-')).toMatchObject({ code: 2, out: '' });
  expect(await exportIt('nosuchid')).toMatchObject({ code: 2, out: '' });
  expect(await exportIt('--project', 'work', '--turn', '1')).toMatchObject({ code: 2, out: '' });
});
