// Sessions that were archived, restored, packed, moved and scrubbed, resumed in the real client.
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSessions } from '../../src/disk/find-sessions.ts';
import type { SessionFile } from '../../src/disk/list-project.ts';
import { slugOf } from '../../src/disk/slug.ts';
import { archiveSessions } from '../../src/housekeeping/archive-sessions.ts';
import { listSnapshots } from '../../src/housekeeping/archive-snapshot.ts';
import { pictureOf } from '../../src/housekeeping/furnished-home.fixture.ts';
import { moveSessions } from '../../src/housekeeping/move-sessions.ts';
import { packSessions } from '../../src/housekeeping/pack-sessions.ts';
import { removeSessions } from '../../src/housekeeping/remove-sessions.ts';
import { restoreSnapshots } from '../../src/housekeeping/restore-snapshots.ts';
import { scrubSessions } from '../../src/housekeeping/scrub-sessions.ts';
import { slimSessions } from '../../src/housekeeping/slim-sessions.ts';
import { findReceipt, undoReceipt } from '../../src/housekeeping/undo-receipt.ts';
import { unpackSessions } from '../../src/housekeeping/unpack-sessions.ts';
import { whyNotAvailable } from './available.ts';
import { type Client, installClient } from './install.ts';
import { Namespace } from './namespace.ts';
import { normalise } from './normalise.ts';
import { requestFaults } from './request-faults.ts';
import { RESUME_PROMPT } from './resume.ts';
import { runClient } from './run-client.ts';
import { bash, Lab, text, thinking, use } from './scenario.ts';
import { makeScratch, removeScratch, type Scratch } from './scratch.ts';
import { SOME_JUDGES } from './versions.ts';

const VERSION = SOME_JUDGES[0] as string;
const reason: string | undefined = await whyNotAvailable();
if (reason !== undefined) console.log(`Housekeeping is not tried in the real client: ${reason}.`);

const SECRET = `gh${'p_'}q7Rw2Ty9Ui4Op8As3Df6Gh1Jk5LzXc0VbNm1`;

let namespace: Namespace;
let scratch: Scratch;
let client: Client;
let home: string;
let sessionId: string;
let options: { dataDir: string; now: () => Date; force: boolean };
/** What a resume sends before anything was done to the session. */
let baseline: string[];

beforeAll(async () => {
  if (reason !== undefined) return;
  client = await installClient(VERSION);
  namespace = new Namespace();
  scratch = await makeScratch();
  home = join(scratch.home, '.claude');
  options = { dataDir: join(scratch.root, 'clew'), now: () => new Date(), force: true };
  sessionId = await produce();
  await archiveSessions([await find()], options);
  await packSessions([await find()], { ...options, file: join(scratch.root, 'a.clewpack') });
  baseline = await resume(scratch.project);
  await removeSessions([await find()], options);
}, 300_000);

afterAll(async () => {
  await namespace?.close();
  if (scratch) await removeScratch(scratch);
});

/** A file read and written, a large output, thinking, an agent; a secret in the prompt, a result and the thinking. */
async function produce(): Promise<string> {
  const lab = new Lab(namespace, client, scratch);
  const file = join(scratch.project, 'a.txt');
  writeFileSync(file, 'old\n');
  writeFileSync(join(scratch.project, '.env'), `TOKEN=${SECRET}\n`);
  const agent = {
    description: 'Count',
    prompt: 'AGENT-ONE count the files',
    subagent_type: 'general-purpose',
  };
  const script = {
    rules: [{ first: 'AGENT-ONE', answers: [{ content: [bash('ls | wc -l')] }, { text: 'There are two.' }] }],
    answers: [
      { content: [thinking(`The key is ${SECRET}.`), use('Read', { file_path: file })] },
      { content: [use('Write', { file_path: file, content: 'new\n' })] },
      { content: [bash('cat .env; seq 1 20000')] },
      { content: [text('I will delegate.'), use(lab.agentTool, agent)] },
      { text: 'All is done.' },
    ],
  };
  await lab.terminal(script, async (terminal) => {
    await terminal.enter(`Please work with ${SECRET}`);
    for (let i = 0; i < 10; i++) {
      const done = await terminal.waitFor(/All is done/, 3_000).then(
        () => true,
        () => false,
      );
      if (done) break;
      // The client asks before it writes a file.
      await terminal.press('Enter');
    }
    await terminal.settle();
  });
  return lab.sessionId();
}

async function find(): Promise<SessionFile> {
  const { sessions } = await findSessions([home]);
  const found = sessions.find((one) => one.sessionId === sessionId);
  if (!found) throw new Error('the session is not there');
  utimesSync(found.file, new Date(), new Date());
  return found;
}

/** The paragraphs that a resume sends, started in that directory; the directory's own name taken out. */
async function resume(project: string): Promise<string[]> {
  // A resume writes to the session: the home is put back as it was.
  const saved = join(scratch.root, 'saved');
  cpSync(scratch.home, saved, { recursive: true, preserveTimestamps: true });
  const run = await runClient(namespace, {
    client,
    scratch: { ...scratch, project },
    args: ['-p', RESUME_PROMPT, '--resume', sessionId],
    timeout: 30_000,
    stopAt: RESUME_PROMPT,
  });
  rmSync(scratch.home, { recursive: true, maxRetries: 5, retryDelay: 50 });
  renameSync(saved, scratch.home);
  const request = run.requests.findLast(
    ({ kind, body }) => kind === 'agent' && JSON.stringify(body).includes(RESUME_PROMPT),
  );
  if (!request) throw new Error(`nothing was sent: ${run.stdout} ${run.stderr}`);
  expect(requestFaults(request.body)).toEqual([]);
  return normalise(request.body, RESUME_PROMPT).messages.flatMap(({ role, content }) =>
    content.map(({ cache_control: _, ...block }) =>
      `${role} ${JSON.stringify(block)}`
        .replace(/<system-reminder>.*?<\/system-reminder>/gs, '')
        .replaceAll(`/projects/${slugOf(project)}/`, '/projects/HERE/')
        .replaceAll(project, 'PROJECT')
        .replaceAll(scratch.project, 'PROJECT'),
    ),
  );
}

function ownNames(): string[] {
  return Object.keys(pictureOf(home)).filter((name) => name.includes(sessionId) && !name.endsWith('/'));
}

function makeProject(name: string): string {
  const project = join(scratch.root, name);
  mkdirSync(project, { recursive: true });
  const file = join(scratch.home, '.claude.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  settings.projects[project] = { hasTrustDialogAccepted: true, allowedTools: [] };
  writeFileSync(file, JSON.stringify(settings));
  return project;
}

const run = test.skipIf(reason !== undefined);

run('the session has what the other tests need', () => {
  const all = baseline.join('\n');
  for (const word of ['Please work with', 'persisted-output', 'I will delegate', 'All is done', SECRET])
    expect(all).toContain(word);
});

run(
  'archived, removed and restored, it resumes as before',
  async () => {
    expect(ownNames()).toEqual([]);
    const snapshots = await listSnapshots(options.dataDir);
    await restoreSnapshots(snapshots, options);
    expect(ownNames().some((name) => /subagents\/agent-.*\.jsonl$/.test(name))).toBe(true);
    expect(ownNames().some((name) => name.startsWith('file-history/'))).toBe(true);
    expect(await resume(scratch.project)).toEqual(baseline);
  },
  60_000,
);

run(
  'rm leaves nothing of a real session behind, and undo brings back every byte',
  async () => {
    const before = pictureOf(home);
    const { receipt } = await removeSessions([await find()], options);
    expect(Object.keys(pictureOf(home)).filter((name) => name.includes(sessionId))).toEqual([]);
    const mentions = readdirSync(home, { recursive: true, withFileTypes: true }).filter(
      (entry) =>
        entry.isFile() &&
        // The client's copies of its own settings name the last session.
        !entry.parentPath.includes('backups') &&
        readFileSync(join(entry.parentPath, entry.name), 'utf8').includes(sessionId),
    );
    expect(mentions.map(({ parentPath, name }) => join(parentPath, name))).toEqual([]);
    const found = await findReceipt(receipt ?? '', options.dataDir);
    await undoReceipt(found as NonNullable<typeof found>, options);
    expect(pictureOf(home)).toEqual(before);
    await removeSessions([await find()], options);
  },
  60_000,
);

run(
  'unpacked under another path, it resumes there with agents and file history',
  async () => {
    const project = makeProject('elsewhere');
    await unpackSessions(join(scratch.root, 'a.clewpack'), {
      ...options,
      home,
      map: [[scratch.project, project]],
    });
    expect(ownNames().some((name) => /subagents\/agent-.*\.jsonl$/.test(name))).toBe(true);
    expect(ownNames().some((name) => name.startsWith('file-history/'))).toBe(true);
    const sent = await resume(project);
    // What was said still names the old place; the saved output is where it is now.
    expect(sent).toEqual(baseline);
    expect(sent.join('\n')).toContain('/projects/HERE/');
  },
  60_000,
);

run(
  'moved to another project, it resumes from the new directory',
  async () => {
    const project = makeProject('third');
    await moveSessions([await find()], { ...options, to: project });
    const sent = await resume(project);
    expect(sent).toEqual(baseline);
  },
  60_000,
);

run(
  'slimmed, it resumes as before',
  async () => {
    const project = join(scratch.root, 'third');
    await slimSessions([await find()], options);
    const sent = await resume(project);
    expect(sent).toEqual(baseline);
  },
  60_000,
);

run(
  'scrubbed, it resumes as before but for the secrets',
  async () => {
    const project = join(scratch.root, 'third');
    const report = await scrubSessions([await find()], { ...options, backup: false });
    expect(report.found.length).toBeGreaterThan(4);
    const sent = await resume(project);
    expect(sent.join('\n')).not.toContain(SECRET);
    const expected = baseline.map((one) =>
      one
        .replace(`"thinking":"The key is ${SECRET}."`, '"thinking":""')
        .replaceAll(SECRET, '[redacted:github-token]'),
    );
    expect(sent).toEqual(expected);
  },
  60_000,
);
