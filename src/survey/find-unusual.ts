// Picks the sessions that stand out: each remark on a file weighs more, the fewer files share it.
import { countOf } from '../base/format-number.ts';
import { sumCounts } from './counter.ts';
import type { SessionSurvey } from './surveyor.ts';

export interface UnusualSession {
  readonly session: SessionSurvey;
  /** "2 dangling parents", the weightiest first. */
  readonly remarks: readonly string[];
}

interface Question {
  readonly ask: (survey: SessionSurvey) => number;
  readonly say: (count: number) => string;
}

const QUESTIONS: readonly Question[] = [
  {
    ask: (s) => sumCounts(s.unknownTypes),
    say: (n) => countOf(n, 'entry of unknown type', 'entries of unknown type'),
  },
  { ask: (s) => s.unreadable, say: (n) => countOf(n, 'unreadable line') },
  { ask: (s) => s.chain.dangling, say: (n) => countOf(n, 'dangling parent') },
  { ask: (s) => s.chain.forks, say: (n) => countOf(n, 'fork') },
  { ask: (s) => s.chain.duplicateUuids, say: (n) => countOf(n, 'repeated uuid') },
  {
    ask: (s) => s.toolCalls.orphanUses.length,
    say: (n) => countOf(n, 'tool use without result', 'tool uses without result'),
  },
  {
    ask: (s) => s.toolCalls.orphanResults.length,
    say: (n) => countOf(n, 'result without use', 'results without use'),
  },
  { ask: (s) => (s.sessionIds > 1 ? s.sessionIds : 0), say: (n) => countOf(n, 'session id') },
  { ask: (s) => s.compactions, say: (n) => countOf(n, 'compaction') },
  { ask: (s) => (s.chain.roots > 1 ? s.chain.roots : 0), say: (n) => countOf(n, 'root') },
  // A main file with sidechain entries is of 1.0.x [G10]; agents' own files consist of them.
  {
    ask: (s) => (s.sidechainEntries < s.chain.linked ? s.sidechainEntries : 0),
    say: (n) => countOf(n, 'sidechain entry', 'sidechain entries'),
  },
];

export function findUnusual(sessions: readonly SessionSurvey[], most: number): UnusualSession[] {
  const weights = QUESTIONS.map(({ ask }) =>
    weight(sessions.filter((session) => ask(session) > 0).length, sessions.length),
  );
  return sessions
    .map((session) => {
      const remarks = QUESTIONS.map(({ ask, say }, i) => ({
        count: ask(session),
        say,
        weight: weights[i] ?? 0,
      }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.weight - a.weight);
      const score = remarks.reduce((total, remark) => total + remark.weight, 0);
      return { session, score, remarks: remarks.map(({ count, say }) => say(count)) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.session.bytes - a.session.bytes)
    .slice(0, most)
    .map(({ session, remarks }) => ({ session, remarks }));
}

/** What all files share is not unusual at all. */
function weight(files: number, of: number): number {
  return files === 0 ? 0 : Math.log(of / files);
}
