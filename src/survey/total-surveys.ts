// Adds up the surveys of many files: numbers are summed, counts added key by key, and a list becomes its length.
import type { ChainSurvey } from './chain-tally.ts';
import { Counter, type Counts } from './counter.ts';
import type { SessionSurvey } from './surveyor.ts';

/** Sums over files. What is distinct in a file (messages, session ids) is summed too, not counted anew over all of them. */
export interface SurveyTotals extends Omit<SessionSurvey, 'file' | 'sessionId' | 'toolCalls'> {
  readonly files: number;
  readonly toolCalls: {
    readonly uses: number;
    readonly results: number;
    readonly paired: number;
    readonly orphanUses: number;
    readonly orphanResults: number;
  };
}

export function totalSurveys(surveys: readonly SessionSurvey[]): SurveyTotals {
  const sum = (pick: (survey: SessionSurvey) => number): number =>
    surveys.reduce((total, survey) => total + pick(survey), 0);
  const add = (pick: (survey: SessionSurvey) => Counts): Counts => {
    const counter = new Counter();
    for (const survey of surveys) counter.addAll(pick(survey));
    return counter.toCounts();
  };
  const sumChain = (key: keyof ChainSurvey): number => sum(({ chain }) => chain[key]);
  return {
    files: surveys.length,
    bytes: sum(({ bytes }) => bytes),
    lines: sum(({ lines }) => lines),
    unreadable: sum(({ unreadable }) => unreadable),
    entries: sum(({ entries }) => entries),
    blank: sum(({ blank }) => blank),
    unreadableReasons: add(({ unreadableReasons }) => unreadableReasons),
    entryTypes: add(({ entryTypes }) => entryTypes),
    systemSubtypes: add(({ systemSubtypes }) => systemSubtypes),
    attachmentTypes: add(({ attachmentTypes }) => attachmentTypes),
    progressTypes: add(({ progressTypes }) => progressTypes),
    userKinds: add(({ userKinds }) => userKinds),
    contentBlocks: {
      user: add(({ contentBlocks }) => contentBlocks.user),
      assistant: add(({ contentBlocks }) => contentBlocks.assistant),
    },
    stopReasons: add(({ stopReasons }) => stopReasons),
    models: add(({ models }) => models),
    versions: add(({ versions }) => versions),
    tools: add(({ tools }) => tools),
    turns: {
      prompts: sum(({ turns }) => turns.prompts),
      boundary: sum(({ turns }) => turns.boundary),
      textOnly: sum(({ turns }) => turns.textOnly),
    },
    toolCalls: {
      uses: sum(({ toolCalls }) => toolCalls.uses),
      results: sum(({ toolCalls }) => toolCalls.results),
      paired: sum(({ toolCalls }) => toolCalls.paired),
      orphanUses: sum(({ toolCalls }) => toolCalls.orphanUses.length),
      orphanResults: sum(({ toolCalls }) => toolCalls.orphanResults.length),
    },
    chain: {
      linked: sumChain('linked'),
      parentIsPrevious: sumChain('parentIsPrevious'),
      parentIsNotPrevious: sumChain('parentIsNotPrevious'),
      roots: sumChain('roots'),
      dangling: sumChain('dangling'),
      forks: sumChain('forks'),
      leaves: sumChain('leaves'),
      duplicateUuids: sumChain('duplicateUuids'),
    },
    messages: {
      assistant: sum(({ messages }) => messages.assistant),
      spanning: sum(({ messages }) => messages.spanning),
    },
    sessionIds: sum(({ sessionIds }) => sessionIds),
    compactions: sum(({ compactions }) => compactions),
    sidechainEntries: sum(({ sidechainEntries }) => sidechainEntries),
    unknownTypes: add(({ unknownTypes }) => unknownTypes),
    firstTimestamp: extreme(surveys, 'firstTimestamp', (a, b) => a < b),
    lastTimestamp: extreme(surveys, 'lastTimestamp', (a, b) => a > b),
  };
}

function extreme(
  surveys: readonly SessionSurvey[],
  key: 'firstTimestamp' | 'lastTimestamp',
  wins: (a: string, b: string) => boolean,
): string | null {
  let best: string | null = null;
  for (const survey of surveys) {
    const time = survey[key];
    if (time !== null && (best === null || wins(time, best))) best = time;
  }
  return best;
}
