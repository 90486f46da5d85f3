// How clients differ on resume, as data: one row per measured change, from the oldest client to the newest.
// Evidence: R = rules of docs/resume.md, lab = a damaged session of the fixture or a scenario of test/client, C = real sessions
// resumed in the lab, T and V = rows and findings of a survey of 29 clients that came before this repository.
import type { ClientBehaviour } from './client-behaviour.ts';

export const OLDEST_BEHAVIOUR: ClientBehaviour = {
  leaf: 'newest', // T2.2 branch-*, same-timestamps
  withoutTimes: 'first-entry', // lab no-timestamps
  descends: false, // lab lines-reversed
  lastPrompt: false, // T2.2 branch-last,older-ts,+lp->B
  siblings: 'lost', // T2.1, V R2
  missingParent: 'cuts', // T2.2 dangling-parent
  cycle: 'hangs', // T2.2 cycle-*
  progress: 'missing', // T2.2 progress-in-chain
  unknownType: 'missing', // T2.2 unknown-type-in-chain
  readsMarkedFirstLine: false, // T2.2 bom
  joinedLine: 'lost', // T2.2 joined-}{
  nullLine: 'passed', // lab null-line
  withoutMessage: 'fails-on-path', // lab without-message, without-message-beside
  repeatedUuid: 'last-place', // lab duplicate-uuid
  preservedTail: 'lost', // V 1.3
  openCall: 'drops-block', // lab partly-answered-line
  openCallAtEnd: 'dropped', // T2.2 orphan-use-end
  orphanResult: 'sent', // T2.2 orphan-result-mid
  missingResult: 'left', // lab attachment-between-calls, other-message-between-calls
  repeatedCall: 'sent', // lab call-twice-*
  blankText: 'sent', // T2.2 empty-text
  emptyAnswer: 'dropped', // lab empty-content
  thinkingOnly: 'sent', // C
  foreignThinking: 'sent', // V R7
  apiErrors: 'sent', // C
  fallbackBlocks: 'sent', // C
  continuePrompt: 'never', // V R9
  promptUnderOthers: 'answered', // lab tail-prompt-attachment, tail-local-command-entry
  localCommandTail: 'answered', // C
  localCommandEntries: 'silent', // C
  notifications: 'plain', // C
  mergesById: 'neighbours', // V R4
  callsLast: 'no', // lab two-messages-same-id
  joinsTextByNewline: false, // C
  toolNames: {}, // C
  caller: 'sent', // C
  planInputLoses: [], // C
  trimsSendMessage: false, // C
  promptImages: 'sent', // C
  foldsInto: 'string-result', // C
  toolReferences: 'left', // C
  taskTools: 'none', // C
  offeredModels: undefined, // C
  defaultModel: 'claude-sonnet-4-20250514', // C
  systemRole: undefined, // C
  taggedSystemRole: undefined, // C
};

export interface Era {
  /** The first measured version that behaves so: the true boundary may lie anywhere after the measured one before. */
  readonly since: string;
  readonly changes: Partial<ClientBehaviour>;
}

export const CLIENT_ERAS: readonly Era[] = [
  {
    since: '2.0.33',
    changes: {
      defaultModel: 'claude-sonnet-4-5-20250929', // C
    },
  },
  {
    since: '2.0.64',
    changes: {
      mergesById: 'across-results', // V R4
      apiErrors: 'dropped', // C
      planInputLoses: ['plan'], // C
    },
  },
  {
    since: '2.1.50',
    changes: {
      readsMarkedFirstLine: true, // lab bom
      nullLine: 'ends-reading', // lab null-line
      cycle: 'cuts', // T2.2 cycle-mid
      progress: 'bridged', // T2.2 progress-in-chain
      openCall: 'drops-entry', // lab partly-answered-line, R8
      emptyAnswer: 'named', // lab empty-content
      orphanResult: 'dropped-behind-answer', // T2.2 orphan-result-mid, lab orphan-result-alone, result-twice
      missingResult: 'invented', // lab other-message-between-calls
      blankText: 'dropped-last', // T2.2 empty-text, lab empty-text, blank-*
      thinkingOnly: 'dropped', // C
      continuePrompt: 'tail', // V R9, lab tail-answer-attachment
      promptUnderOthers: 'unanswered', // lab tail-prompt-attachment
      caller: 'removed', // C
      promptImages: 'named', // C
      toolReferences: 'checked-and-removed', // C
      defaultModel: 'claude-sonnet-4-6', // C
    },
  },
  {
    since: '2.1.63',
    changes: {
      toolNames: { Task: 'Agent' }, // T1.1 agent tool
    },
  },
  {
    since: '2.1.81',
    changes: {
      siblings: 'behind-last-block', // V R2, lab result-beside-*
    },
  },
  {
    since: '2.1.100',
    changes: {
      withoutTimes: 'refused', // R1, lab no-timestamps
      withoutMessage: 'fails', // lab without-message-beside
      missingParent: 'by-time', // C, lab missing-parent-*
      preservedTail: 'segment', // lab compacted-segment, compacted-messages
      unknownType: 'bridged', // T2.2 unknown-type-in-chain
      repeatedCall: 'dropped', // lab call-twice-*
      orphanResult: 'replaced-unless-first', // T2.2 orphan-result-mid, lab orphan-result-alone
      localCommandEntries: 'sent', // C
      joinsTextByNewline: true, // C
      toolNames: { Task: 'Agent', KillShell: 'TaskStop' }, // C
      planInputLoses: ['plan', 'planFilePath'], // C
      promptImages: 'sent', // C
      toolReferences: 'removed', // C
    },
  },
  {
    since: '2.1.120',
    changes: {
      leaf: 'last-in-file', // V R1
      lastPrompt: true, // V R1
    },
  },
  {
    since: '2.1.200',
    changes: {
      preservedTail: 'either', // V 1.3, lab compacted-messages
      nullLine: 'fails', // lab null-line
      cycle: 'by-time', // lab cycle-mid, cycle-self
      foreignThinking: 'dropped', // V R7
      fallbackBlocks: 'dropped', // C
      continuePrompt: 'unanswered-tail', // lab tail-answer-attachment
      callsLast: 'behind-text', // lab two-messages-same-id, C
      toolNames: { Task: 'Agent', KillShell: 'TaskStop', BashOutput: 'TaskOutput' }, // C
      planInputLoses: [], // C
      taskTools: 'all-models', // C
      offeredModels: /claude-(opus-4-[5-8]|sonnet-4-[56]|sonnet-5|haiku-4-5|fable-5)/, // C, lab model-*
      defaultModel: 'claude-opus-4-8', // C
      systemRole: /opus-4-[89]|opus-5|sonnet-5|fable-5|haiku-5/, // C
    },
  },
  {
    since: '2.1.233',
    changes: {
      nullLine: 'passed', // lab null-line
      offeredModels: /claude-(opus-4-[5-8]|opus-5|sonnet-4-[56]|sonnet-5|haiku-4-5|fable-5)/, // R12, lab model-*
      notifications: 'headed', // lab two-agents
      trimsSendMessage: true, // C
      taskTools: 'user-role-models', // C
      taggedSystemRole: /sonnet-5/, // C
      defaultModel: 'claude-opus-5', // lab plain-talk
    },
  },
  {
    since: '2.1.325',
    changes: {
      descends: true, // R2, lab lines-reversed
      siblings: 'by-position', // R7, lab attachment-beside-*
      mergesById: 'across-reminders', // lab attachment-between-calls
      unknownType: 'missing', // R4
      joinedLine: 'first-half', // R1
      withoutMessage: 'passed', // lab without-message
      repeatedUuid: 'first-place', // lab duplicate-uuid
      openCallAtEnd: 'answered', // R8
      orphanResult: 'replaced', // R9
      blankText: 'dropped-first', // R11, lab empty-text
      continuePrompt: 'never', // R10
      localCommandTail: 'left', // R10
      notifications: 'reminder', // R18
      callsLast: 'behind-all', // R16
      toolNames: { Task: 'Agent' }, // R19
      caller: 'sent', // C
      foldsInto: 'any-result', // R20
      toolReferences: 'checked', // R19
      defaultModel: 'claude-opus-5-5', // R12
    },
  },
];
