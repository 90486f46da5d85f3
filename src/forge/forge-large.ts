// Forges a single session of any size: a prepared body of compactions and turns, repeated with fresh ids and later times.
import { encodeUtf8 } from '../base/bytes.ts';
import { type Era, eraOf } from './eras.ts';
import { MOMENTS, type Moment } from './features.ts';
import { findPatches, type PatchedBody, patchBody } from './patch-body.ts';
import { Random } from './random.ts';
import { projectSlug, SessionWriter } from './session-writer.ts';
import { tellStory } from './stories/all-stories.ts';
import { writeCompaction } from './write-compaction.ts';
import { openSession, writeTurn } from './write-turn.ts';

export interface ForgeLargeOptions {
  readonly seed: number | string;
  /** The file ends with the first whole line at or past this size. */
  readonly bytes: number;
  readonly era?: Era;
  readonly cwd?: string;
  readonly startedAt?: number;
}

export interface LargeSession {
  readonly sessionId: string;
  readonly path: string;
  readonly chunks: Iterable<Uint8Array>;
}

const FULL_CONTEXT = 150_000;
const SEGMENTS = 2;
const MOMENTS_OF_A_SEGMENT: readonly Moment[] = [
  'parallel-tools',
  'long-file',
  'failing-tool',
  'long-file',
  'mcp',
  'long-file',
  'long-loop',
  'long-file',
];

/** Chunks of whole lines; every uuid is distinct and every boundary names the entry before it. */
export function forgeLargeSession(options: ForgeLargeOptions): Iterable<Uint8Array> {
  return largeSession(options).chunks;
}

export function largeSession(options: ForgeLargeOptions): LargeSession {
  const era = options.era ?? eraOf('2.1.150');
  const cwd = options.cwd ?? '/home/dev/work/harbor';
  const startedAt = options.startedAt ?? Date.parse(era.since);
  const session = new SessionWriter({
    seed: `${options.seed} large`,
    era,
    cwd,
    branch: 'main',
    startedAt,
    thinking: 'signed',
    progress: true,
    attachments: true,
    hooks: true,
  });
  const chunks: Iterable<Uint8Array> = { [Symbol.iterator]: () => write(session, options.bytes) };
  return { sessionId: session.id, path: `projects/${projectSlug(cwd)}/${session.id}.jsonl`, chunks };
}

// The writer is used up by the first iteration; later ones repeat from what it prepared.
const prepared = new WeakMap<SessionWriter, Prepared>();

interface Prepared {
  readonly opening: Uint8Array;
  readonly body: PatchedBody;
}

function* write(session: SessionWriter, wanted: number): Generator<Uint8Array> {
  const { opening, body } = prepared.get(session) ?? prepare(session);
  let left = wanted;
  for (let round = 0; left > 0; round++) {
    const chunk = round === 0 ? opening : patchBody(body, round - 1);
    if (chunk.length > left) {
      const end = chunk.indexOf(10, left - 1) + 1;
      yield chunk.subarray(0, end);
      return;
    }
    yield chunk;
    left -= chunk.length;
  }
}

function prepare(session: SessionWriter): Prepared {
  const { main } = session;
  const random = new Random(`${session.options.seed} stories`);
  openSession(session);
  fill(session, random);
  const opening = encodeUtf8(main.text());
  const before = main.lines.length;
  for (let n = 0; n < SEGMENTS; n++) {
    writeCompaction(session);
    fill(session, random);
  }
  const lines = main.lines.splice(before);
  const body = findPatches(encodeUtf8(`${lines.join('\n')}\n`), {
    sessionId: session.id,
    opening: main.lines,
  });
  const ready = { opening, body };
  prepared.set(session, ready);
  return ready;
}

function fill(session: SessionWriter, random: Random): void {
  for (let n = 0; session.main.meter.context < FULL_CONTEXT; n++) {
    const { turns } = tellStory(random.int(0, 8), session.cast);
    for (const turn of turns) {
      writeTurn(session, turn);
      // Sidecars of a session this long would only be in the way.
      session.files.length = 0;
    }
    const name = MOMENTS_OF_A_SEGMENT[n % MOMENTS_OF_A_SEGMENT.length] as Moment;
    MOMENTS[name](session);
  }
}
