// The process that holds one very long session: answers questions from its parent, and ends with it.
import { Refusal } from '../../base/refusal.ts';
import { useOwnPrices } from '../own-prices.ts';
import { collectGarbage } from '../trim-memory.ts';
import { loadAnalyses } from './analyses.ts';
import type { ChildAnswer, ChildCancel, ChildQuestion } from './child-process.ts';
import { LocalDesk } from './local-desk.ts';
import { writeSnapshot } from './snapshots.ts';

const dataDir = process.argv[2] ?? '';
const desk = new LocalDesk({ dataDir, attributes: false });

const running = new Map<number, AbortController>();

/** The answer before: a long text leaves through its pipe only while this thread has nothing else to do. */
let last: Promise<unknown> = useOwnPrices(dataDir).catch(() => undefined);

/** After so long without a question, what the last answers left behind is given back. */
const REST_MS = 2000;
let resting: NodeJS.Timeout | undefined;

/** A process that stands ready has the time to load what it may be asked for. */
const loading = setTimeout(() => void loadAnalyses(), 200).unref();

process.on('message', (message) => {
  clearTimeout(loading);
  clearTimeout(resting);
  const said = message as ChildQuestion | ChildCancel;
  if ('cancel' in said) {
    running.get(said.cancel)?.abort();
    return;
  }
  // From now on: it may be cancelled before its turn comes.
  running.set(said.id, new AbortController());
  last = last.then(async () => leave(await answer(said))).then(() => rest());
});
process.on('disconnect', () => process.exit());

// Twice: what a long answer was made of is free after the first time, and given back to the system after the second.
function rest(times = 2): void {
  clearTimeout(resting);
  resting = setTimeout(() => {
    collectGarbage();
    if (times > 1) rest(times - 1);
  }, REST_MS).unref();
}

/** Ends when the whole of it has left; one that cannot leave has nobody who waits for it. */
function leave(reply: ChildAnswer): Promise<void> {
  return new Promise((done) => {
    if (process.send) process.send(reply, undefined, undefined, () => done());
    else done();
  });
}

async function answer(question: ChildQuestion): Promise<ChildAnswer> {
  const { id, session, args } = question;
  try {
    if (question.what === 'ask')
      return { id, json: JSON.stringify((await desk.ask(session, question.name, args)) ?? null) };
    const json = JSON.stringify(await run(question));
    const { keep } = question;
    if (!keep) return { id, json };
    const kept = writeSnapshot(keep.path, { ...keep, file: session.session.file }, json);
    // A full disk is no reason to withhold what was worked out.
    await (keep.only ? kept : kept.catch(() => undefined));
    return { id, json: keep.only ? 'null' : json };
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, message, hint } = error;
      return { id, refusal: { code, message, ...(hint === undefined ? {} : { hint }) } };
    }
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    running.delete(id);
  }
}

async function run({
  id,
  session,
  name,
  args,
}: Extract<ChildQuestion, { what: 'analyse' }>): Promise<unknown> {
  const signal = (running.get(id) ?? new AbortController()).signal;
  const onProgress = (done: number, of: number) => {
    const told: ChildAnswer = { id, progress: [done, of] };
    process.send?.(told);
  };
  return desk.run(session, name, args, { onProgress, signal });
}
