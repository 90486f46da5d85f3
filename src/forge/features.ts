// Everything a forged session can be asked to contain, by name, with what it needs and how it is written.
import { type Era, type EraKey, hasKey } from './eras.ts';
import type { SessionWriter } from './session-writer.ts';
import { featureTurns } from './stories/feature-turns.ts';
import type { StoryTurn } from './story.ts';
import { ATTACHMENTS, writeAttachment } from './write-attachment.ts';
import { writeCompaction } from './write-compaction.ts';
import {
  writeApiErrors,
  writeCancelled,
  writeCommands,
  writeFork,
  writePhantoms,
  writeQueued,
  writeRewind,
} from './write-event.ts';
import { writeShellInput } from './write-prompt.ts';
import { writeTurn, writeWarmups } from './write-turn.ts';

/** Features that are moments of a session: each is written once, in the order asked for. */
export type Moment =
  | 'parallel-tools'
  | 'long-loop'
  | 'mcp'
  | 'todos'
  | 'web'
  | 'question'
  | 'plan'
  | 'skill'
  | 'large-result'
  | 'long-file'
  | 'failing-tool'
  | 'images'
  | 'agent'
  | 'nested-agent'
  | 'background-agent'
  | 'missing-agent'
  | 'warm-up-agents'
  | 'fork'
  | 'rewind'
  | 'cancelled-prompt'
  | 'compaction'
  | 'dangling-compaction'
  | 'manual-compaction'
  | 'queue'
  | 'commands'
  | 'shell'
  | 'api-retry'
  | 'api-error'
  | 'phantom-branches'
  | 'interrupted-text'
  | 'interrupted-tools'
  | 'all-attachments'
  | 'orphan-use';

/** Features that colour the whole session. */
export type Habit =
  | 'signed-thinking'
  | 'empty-thinking'
  | 'redacted-thinking'
  | 'no-thinking'
  | 'progress'
  | 'attachments'
  | 'hooks';

/** Features made from the finished files. */
export type Finish = 'resume-copy' | 'fork-copy' | 'mixed-session-ids' | 'foreign-summaries' | 'empty-file';

export type Feature = Moment | Habit | Finish;

const HABITS: readonly Habit[] = [
  'signed-thinking',
  'empty-thinking',
  'redacted-thinking',
  'no-thinking',
  'progress',
  'attachments',
  'hooks',
];

export const FINISHES: readonly Finish[] = [
  'resume-copy',
  'fork-copy',
  'mixed-session-ids',
  'foreign-summaries',
  'empty-file',
];

type MomentWriter = (session: SessionWriter) => void;

// A turn of its own for every feature that is only a story.
const turn =
  (name: string): MomentWriter =>
  (session) =>
    writeTurn(session, turnOf(session, name));

const turnOf = (session: SessionWriter, name: string): StoryTurn =>
  featureTurns(session.cast)[name] as StoryTurn;

export const MOMENTS: Readonly<Record<Moment, MomentWriter>> = {
  'parallel-tools': turn('parallel-tools'),
  'long-loop': turn('long-loop'),
  mcp: turn('mcp'),
  todos: turn('todos'),
  web: turn('web'),
  question: turn('question'),
  plan: turn('plan'),
  skill: turn('skill'),
  'large-result': turn('large-result'),
  'long-file': turn('long-file'),
  'failing-tool': turn('failing-tool'),
  images: turn('images'),
  agent: turn('agent'),
  'nested-agent': turn('nested-agent'),
  'background-agent': turn('background-agent'),
  'missing-agent': turn('missing-agent'),
  'warm-up-agents': writeWarmups,
  fork: (session) => writeFork(session, turnOf(session, 'small'), turnOf(session, 'other')),
  rewind: (session) => writeRewind(session, turnOf(session, 'other'), turnOf(session, 'parallel-tools')),
  'cancelled-prompt': (session) => writeCancelled(session, turnOf(session, 'other').prompt),
  compaction: (session) => {
    writeCompaction(session);
    writeTurn(session, turnOf(session, 'small'));
  },
  'dangling-compaction': (session) => {
    writeCompaction(session, { dangling: true });
    writeTurn(session, turnOf(session, 'small'));
  },
  'manual-compaction': (session) => {
    writeCompaction(session, { manual: true });
    writeTurn(session, turnOf(session, 'small'));
  },
  queue: (session) =>
    writeQueued(session, turnOf(session, 'parallel-tools'), turnOf(session, 'small').prompt),
  commands: (session) => writeCommands(session, turnOf(session, 'small'), `${session.cast.things}-cleanup`),
  shell: (session) =>
    writeShellInput(session, 'git status --short', ` M src/${session.cast.things}/list.ts\n?? notes.md`),
  'api-retry': (session) => writeApiErrors(session, turnOf(session, 'small'), false),
  'api-error': (session) => writeApiErrors(session, turnOf(session, 'small'), true),
  'phantom-branches': (session) => writePhantoms(session, turnOf(session, 'other')),
  'interrupted-text': (session) =>
    writeTurn(session, turnOf(session, 'other'), { ending: { interrupt: 'text' } }),
  'interrupted-tools': (session) =>
    writeTurn(session, cutAtTools(turnOf(session, 'parallel-tools')), { ending: { interrupt: 'tools' } }),
  'all-attachments': (session) => {
    if (!session.has('attachment')) return;
    for (const kind of Object.keys(ATTACHMENTS)) writeAttachment(session.main, kind);
  },
  'orphan-use': (session) =>
    writeTurn(session, cutAtTools(turnOf(session, 'parallel-tools')), { ending: { orphan: true } }),
};

export const FEATURES: readonly Feature[] = [...(Object.keys(MOMENTS) as Moment[]), ...HABITS, ...FINISHES];

export function isMoment(feature: Feature): feature is Moment {
  return Object.hasOwn(MOMENTS, feature);
}

/** Whether clients of the era could write the feature; asked for anyway, it leaves no trace or a plainer one. */
export function eraSupports(era: Era, feature: Feature): boolean {
  const has = (key: EraKey): boolean => hasKey(era, key);
  switch (feature) {
    case 'progress':
      return has('progress');
    case 'attachments':
    case 'all-attachments':
      return has('attachment');
    case 'compaction':
    case 'dangling-compaction':
    case 'manual-compaction':
      return era.compaction !== 'none';
    case 'queue':
      return era.queuedPrompt !== 'nowhere';
    case 'api-retry':
      return has('api_error');
    case 'background-agent':
    case 'missing-agent':
    case 'warm-up-agents':
      return era.agents.layout !== 'main-file';
    case 'empty-thinking':
      return has('emptyThinking');
    case 'resume-copy':
      return era.resume !== 'append';
    case 'fork-copy':
      return era.fork !== 'none';
    default:
      return true;
  }
}

// The turn up to its first tool call.
function cutAtTools(whole: StoryTurn): StoryTurn {
  const at = whole.exchanges.findIndex((exchange) => exchange.calls !== undefined);
  return { ...whole, exchanges: whole.exchanges.slice(0, at + 1) };
}
