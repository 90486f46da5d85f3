// The Markdown report's part on what sessions have in common and where they differ.
import { formatCount, formatShare } from '../base/format-number.ts';
import type { Survey } from './build-survey.ts';
import { findUnusual } from './find-unusual.ts';
import { code, markdownTable } from './markdown-table.ts';
import { nameOf } from './report-text.ts';
import type { SessionSurvey } from './surveyor.ts';

const MOST_UNUSUAL = 20;

type Pattern = readonly [text: string, holds: (session: SessionSurvey) => boolean];

const PATTERNS: readonly Pattern[] = [
  ['answers of the assistant', hasAnswers],
  ['messages written on several lines', ({ messages }) => messages.spanning > 0],
  ['stop reason on every assistant line', (s) => hasAnswers(s) && !s.stopReasons.null],
  [
    'stop reason on some assistant lines',
    (s) => !!s.stopReasons.null && Object.keys(s.stopReasons).length > 1,
  ],
  ['stop reason on no assistant line', (s) => hasAnswers(s) && s.stopReasons.null === s.entryTypes.assistant],
  ['thinking', ({ contentBlocks }) => (contentBlocks.assistant.thinking ?? 0) > 0],
  ['tool calls', ({ toolCalls }) => toolCalls.uses > 0],
  ['tool calls, all paired', (s) => s.toolCalls.uses > 0 && isPaired(s)],
  ['images or documents', ({ contentBlocks: { user } }) => (user.image ?? 0) + (user.document ?? 0) > 0],
  ['more than one model', ({ models }) => Object.keys(models).length > 1],
  ['more than one client version', ({ versions }) => Object.keys(versions).length > 1],
  ['more than one session id', ({ sessionIds }) => sessionIds > 1],
  ['a chain without jumps', ({ chain }) => chain.linked > 0 && chain.parentIsNotPrevious === 0],
  ['real forks', ({ chain }) => chain.forks > 0],
  ['dangling parents', ({ chain }) => chain.dangling > 0],
  ['compactions', ({ compactions }) => compactions > 0],
  ['sidechain entries only', (s) => s.sidechainEntries > 0 && s.sidechainEntries >= s.chain.linked],
  ['sidechain entries among others', (s) => s.sidechainEntries > 0 && s.sidechainEntries < s.chain.linked],
  ['unreadable lines', ({ unreadable }) => unreadable > 0],
  ['entries of unknown type', ({ unknownTypes }) => Object.keys(unknownTypes).length > 0],
];

export function describePatterns({ sessions }: Survey): string {
  const rows = PATTERNS.map(([text, holds]) => {
    const files = sessions.filter(holds).length;
    return [text, formatCount(files), formatShare(files, sessions.length)];
  });
  const unusual = sessions.length > 1 ? findUnusual(sessions, MOST_UNUSUAL) : [];
  const list = unusual.map(({ session, remarks }) => `- ${code(nameOf(session))}: ${remarks.join(', ')}`);
  const table = markdownTable(['Sessions with', 'Files', 'Share'], 'lrr', rows);
  return list.length === 0 ? table : `${table}\n\nMost unusual:\n\n${list.join('\n')}`;
}

function hasAnswers({ entryTypes }: SessionSurvey): boolean {
  return (entryTypes.assistant ?? 0) > 0;
}

function isPaired({ toolCalls }: SessionSurvey): boolean {
  return toolCalls.orphanUses.length + toolCalls.orphanResults.length === 0;
}
