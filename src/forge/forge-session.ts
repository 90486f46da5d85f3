// Forges one session: a story told by a client of a given era, with the features asked for, as a list of files.
import { encodeUtf8 } from '../base/bytes.ts';
import { pickCast } from './cast.ts';
import { copyOnFork, copyOnResume } from './copy-session.ts';
import { ERAS, type Era, hasKey } from './eras.ts';
import { type Feature, FINISHES, isMoment, MOMENTS, type Moment } from './features.ts';
import { Random } from './random.ts';
import { type ForgedFile, type SessionOptions, SessionWriter } from './session-writer.ts';
import { tellStory } from './stories/all-stories.ts';
import { featureTurns } from './stories/feature-turns.ts';
import type { StoryTurn } from './story.ts';
import { writeCompaction } from './write-compaction.ts';
import { closeSession, openSession, writeTurn } from './write-turn.ts';

export interface ForgeSessionOptions {
  readonly seed: number | string;
  /** Picked by the seed if not given. */
  readonly era?: Era;
  /** How many turns of the story to tell; all of them if not given, only what the shape asks for if 0. */
  readonly turns?: number;
  /** What the session must contain. Not given: whatever is usual in the era. */
  readonly shape?: readonly Feature[];
  readonly cwd?: string;
  /** The story's own branch if not given. */
  readonly branch?: string;
  /** Go on telling stories until the main file has about this many bytes. */
  readonly bytes?: number;
  /** Milliseconds since 1970; the era's own time if not given. */
  readonly startedAt?: number;
  /** Which story comes first; picked by the seed if not given. */
  readonly story?: number;
}

export interface ForgedSession {
  readonly sessionId: string;
  readonly title: string;
  readonly cwd: string;
  readonly era: Era;
  /** Milliseconds since 1970 of the first and the last entry. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly prompts: readonly string[];
  /** The main file first, then agents and sidecars, then copies. Paths are relative to the home. */
  readonly files: readonly ForgedFile[];
}

/** A context this large makes the client compact by itself. */
const FULL_CONTEXT = 160_000;

export function forgeSession(options: ForgeSessionOptions): ForgedSession {
  const random = new Random(`${options.seed} plan`);
  const era = options.era ?? random.pick(ERAS);
  const usual = options.shape === undefined;
  const shape = options.shape ?? usualShape(era, random);
  const story = options.story ?? random.int(0, 1_000_000);
  const startedAt = options.startedAt ?? Date.parse(era.since) + random.int(0, 10 * 86_400_000);
  // The writer picks the same cast from the same seed.
  const told = tellStory(story, pickCast(new Random(options.seed)));
  const session = new SessionWriter({
    seed: options.seed,
    era,
    cwd: options.cwd ?? '/home/dev/work/harbor',
    branch: options.branch ?? told.branch,
    startedAt,
    ...habits(shape, usual, era, random),
  });
  openSession(session);
  const turns = told.turns.slice(0, options.turns ?? told.turns.length);
  tell(session, turns, shape);
  for (let more = 1; session.main.bytes < (options.bytes ?? 0); more++) {
    tell(session, tellStory(story + more, session.cast).turns, []);
  }
  // An unanswered call is only at the end if nothing follows it.
  if (shape.includes('orphan-use')) MOMENTS['orphan-use'](session);
  closeSession(session, told.title);
  return {
    sessionId: session.id,
    title: told.title,
    cwd: session.cwd,
    era,
    startedAt,
    endedAt: session.now,
    prompts: session.prompts,
    files: finishFiles(session, shape, random),
  };
}

/** The bytes of a forged file. */
export function fileBytes(file: ForgedFile): Uint8Array {
  return encodeUtf8(file.text);
}

/** The bytes of a session's main file. */
export function mainBytes(session: ForgedSession): Uint8Array {
  return fileBytes(session.files[0] as ForgedFile);
}

function tell(session: SessionWriter, turns: readonly StoryTurn[], shape: readonly Feature[]): void {
  const moments = shape.filter((name): name is Moment => isMoment(name) && name !== 'orphan-use');
  // Moments are spread over the story's turns, at least one turn before the first of them.
  const each = Math.ceil(moments.length / Math.max(1, turns.length));
  for (const turn of turns) {
    if (session.main.meter.context > FULL_CONTEXT) writeCompaction(session);
    writeTurn(session, turn);
    for (const name of moments.splice(0, each)) MOMENTS[name](session);
  }
  for (const name of moments) MOMENTS[name](session);
}

function habits(
  shape: readonly Feature[],
  usual: boolean,
  era: Era,
  random: Random,
): Pick<SessionOptions, 'thinking' | 'progress' | 'attachments' | 'hooks'> {
  const newThinking = hasKey(era, 'emptyThinking') && random.chance(0.6) ? 'empty' : 'signed';
  const thinking = shape.includes('no-thinking')
    ? 'none'
    : shape.includes('redacted-thinking')
      ? 'redacted'
      : shape.includes('empty-thinking')
        ? 'empty'
        : shape.includes('signed-thinking')
          ? 'signed'
          : newThinking;
  return {
    thinking,
    progress: hasKey(era, 'progress') && (usual || shape.includes('progress')),
    attachments: hasKey(era, 'attachment') && (usual || shape.includes('attachments')),
    hooks: shape.includes('hooks'),
  };
}

function usualShape(era: Era, random: Random): Feature[] {
  const likely: readonly (readonly [Feature, number])[] = [
    ['parallel-tools', 0.6],
    ['todos', 0.3],
    ['failing-tool', 0.3],
    ['hooks', 0.2],
    ['agent', 0.15],
    ['images', 0.1],
    ['commands', 0.1],
    ['shell', 0.1],
    ['queue', 0.1],
    ['web', 0.1],
    ['mcp', 0.1],
    ['interrupted-tools', 0.08],
    ['api-retry', 0.05],
    ['rewind', 0.05],
    ['warm-up-agents', era.warmups > 0 ? 1 : 0],
  ];
  return likely.filter(([, chance]) => random.chance(chance)).map(([name]) => name);
}

function finishFiles(session: SessionWriter, shape: readonly Feature[], random: Random): ForgedFile[] {
  const next = featureTurns(session.cast).other as StoryTurn;
  const copies: ForgedFile[] = [];
  for (const name of FINISHES.filter((finish) => shape.includes(finish))) {
    if (name === 'resume-copy' && session.era.resume !== 'append')
      copies.push(...copyOnResume(session, next));
    if (name === 'fork-copy' && session.era.fork !== 'none') copies.push(...copyOnFork(session, next));
    if (name === 'mixed-session-ids') mixSessionIds(session, random.uuid());
    if (name === 'foreign-summaries') addForeignSummaries(session, random);
    if (name === 'empty-file') {
      copies.push({ path: `${session.folder}/${random.uuid()}.jsonl`, kind: 'session', text: '' });
    }
  }
  return [...session.finish(), ...copies];
}

function mixSessionIds(session: SessionWriter, other: string): void {
  const { lines } = session.main;
  const half = Math.ceil(lines.length / 2);
  for (let i = 0; i < half; i++) {
    lines[i] = (lines[i] as string).replace(`"sessionId":"${session.id}"`, `"sessionId":"${other}"`);
  }
}

// Titles of other sessions of the project, whose leaves are in other files or nowhere [G9].
function addForeignSummaries(session: SessionWriter, random: Random): void {
  for (const summary of ['Sort the import order once and for all', 'Try a smaller base image']) {
    session.main.lines.unshift(JSON.stringify({ type: 'summary', summary, leafUuid: random.uuid() }));
  }
}
