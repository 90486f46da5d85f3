// How clients differ on resume, as data: one row per measured change, from the oldest client to the newest.
// Evidence: T = table and row of VERSIONS.md, V = its findings, R = rules of RESUME.md, C = real sessions in the lab.

export interface ClientBehaviour {
  /** The entry that a resume continues: the newest by timestamp, or the last in the file. */
  readonly leaf: 'newest' | 'last-in-file';
  /** A file without a single timestamp: no conversation, or a leaf at its first entry. */
  readonly withoutTimes: 'first-entry' | 'refused';
  /** A leaf by file order that has children gives way to the last entry below it. */
  readonly descends: boolean;
  /** Whether the last `last-prompt.leafUuid` overrides the leaf. */
  readonly lastPrompt: boolean;
  /** Blocks of a message, and results of its calls, that the walk over parents misses. */
  readonly siblings: 'lost' | 'behind-last-block' | 'by-position';
  /** Where a parent is not in the file: history ends there, or goes on at the entry nearest in time. */
  readonly missingParent: 'cuts' | 'by-time';
  readonly cycle: 'hangs' | 'cuts' | 'by-time';
  /** A `progress` entry in the chain is a missing parent, or is passed over. */
  readonly progress: 'missing' | 'bridged';
  /** An entry of a type that no client knows, in the chain. */
  readonly unknownType: 'missing' | 'bridged';
  /** A byte order mark spoils the first line. */
  readonly readsMarkedFirstLine: boolean;
  /** A line with two objects joined. */
  readonly joinedLine: 'lost' | 'first-half';
  /** The last content of a repeated uuid counts; its place in the file is the first one's, or its own. */
  readonly repeatedUuid: 'first-place' | 'last-place';
  /** What a compaction preserved: lost, sent if it is named as a segment, or sent if named in either way. */
  readonly preservedTail: 'lost' | 'segment' | 'either';

  /** A call without result at the end of the session. */
  readonly openCallAtEnd: 'dropped' | 'answered';
  /**
   * A result without its call: sent; gone if it follows an answer, where a second result stays; gone, with words in
   * its place where a message became empty, but not the first one; or the same with words there too.
   */
  readonly orphanResult: 'sent' | 'dropped-behind-answer' | 'replaced-unless-first' | 'replaced';
  /** Text of nothing but blanks: sent, or dropped before or after neighbouring user entries are merged. */
  readonly blankText: 'sent' | 'dropped-after-merging' | 'dropped';
  /** A message of thinking alone. */
  readonly thinkingOnly: 'sent' | 'dropped';
  /** Signed thinking of another model than the one asked. */
  readonly foreignThinking: 'sent' | 'dropped';
  /** Error reports of the API that stand in the log as answers. */
  readonly apiErrors: 'sent' | 'dropped';
  readonly fallbackBlocks: 'sent' | 'dropped';
  /**
   * When "Continue from where you left off." is put into the user's mouth: never; where results or an attachment come
   * last; or the same, unless an answer stands before the attachment.
   */
  readonly continuePrompt: 'never' | 'tail' | 'unanswered-tail';
  /** An attachment or system entry behind the last prompt: it counts as answered, or not. */
  readonly promptUnderOthers: 'answered' | 'unanswered';
  /** A tail of caveat, local command and output: answered like a prompt, or left alone. */
  readonly localCommandTail: 'answered' | 'left';

  readonly localCommandEntries: 'silent' | 'sent';
  /** What background tasks reported is marked as no person's words. */
  readonly marksNotifications: boolean;
  /** Entries of one message id become one message: neighbours only, or also across results between them. */
  readonly mergesById: 'neighbours' | 'across-results';
  /** Tool uses go behind the text, or behind all other blocks of their message. */
  readonly callsLast: 'no' | 'behind-text' | 'behind-all';
  /** A newline where the text of one user entry meets the next one's. */
  readonly joinsTextByNewline: boolean;
  /** Old names of tools that the client turns into its own. */
  readonly toolNames: Readonly<Record<string, string>>;
  /** The `caller` of a tool use. */
  readonly caller: 'sent' | 'removed';
  /** Keys taken out of the input of ExitPlanMode. */
  readonly planInputLoses: readonly string[];
  /** SendMessage keeps `to` and `message` only. */
  readonly trimsSendMessage: boolean;
  /** Images of a prompt: as they are, or as the words "[image]". */
  readonly promptImages: 'sent' | 'named';
  /** Reminders become part of the result before them: of any, or of one that is a string. */
  readonly foldsInto: 'any-result' | 'string-result';
  /**
   * References to found tools: left as they are, those to missing tools taken out, all taken out, or first the one and
   * then the other (the last two because clients of that time do not search for tools against the lab's API).
   */
  readonly toolReferences: 'left' | 'checked' | 'removed' | 'checked-and-removed';
  /** The task list tools, whose reminders are sent only where they exist. */
  readonly taskTools: 'none' | 'all-models' | 'user-role-models';

  /** Which model is asked: always the default, or the session's last where it is still offered. */
  readonly model: 'default' | 'of-session';
  readonly defaultModel: string;
  /** Models that get reminders as messages of role system, and those of them that get them with their tags. */
  readonly systemRole: RegExp | undefined;
  readonly taggedSystemRole: RegExp | undefined;
}

/** Versions that were measured, oldest first; each behaves unlike the one before. */
export const MEASURED_CLIENTS: readonly string[] = [
  '1.0.60',
  '2.0.33',
  '2.0.64',
  '2.1.50',
  '2.1.100',
  '2.1.200',
  '2.1.325',
];

/** The newest client whose behaviour was measured. */
export const NEWEST_CLIENT = '2.1.325';

const OLDEST: ClientBehaviour = {
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
  repeatedUuid: 'last-place', // lab duplicate-uuid
  preservedTail: 'lost', // V 1.3
  openCallAtEnd: 'dropped', // T2.2 orphan-use-end
  orphanResult: 'sent', // T2.2 orphan-result-mid
  blankText: 'sent', // T2.2 empty-text
  thinkingOnly: 'sent', // C
  foreignThinking: 'sent', // V R7
  apiErrors: 'sent', // C
  fallbackBlocks: 'sent', // C
  continuePrompt: 'never', // V R9
  promptUnderOthers: 'answered', // lab tail-prompt-attachment, tail-local-command-entry
  localCommandTail: 'answered', // C
  localCommandEntries: 'silent', // C
  marksNotifications: false, // C
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
  model: 'default', // C
  defaultModel: 'claude-sonnet-4-20250514', // C
  systemRole: undefined, // C
  taggedSystemRole: undefined, // C
};

interface Era {
  /** The first measured version that behaves so: the true boundary may lie anywhere after the measured one before. */
  readonly since: string;
  readonly changes: Partial<ClientBehaviour>;
}

const ERAS: readonly Era[] = [
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
      cycle: 'cuts', // T2.2 cycle-mid
      progress: 'bridged', // T2.2 progress-in-chain
      orphanResult: 'dropped-behind-answer', // T2.2 orphan-result-mid, lab orphan-result-alone, result-twice
      blankText: 'dropped-after-merging', // T2.2 empty-text, lab empty-text
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
      siblings: 'behind-last-block', // V R2
    },
  },
  {
    since: '2.1.100',
    changes: {
      withoutTimes: 'refused', // R1, lab no-timestamps
      missingParent: 'by-time', // C, lab missing-parent-*
      preservedTail: 'segment', // lab compacted-segment, compacted-messages
      unknownType: 'bridged', // T2.2 unknown-type-in-chain
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
      cycle: 'by-time', // lab cycle-mid, cycle-self
      foreignThinking: 'dropped', // V R7
      fallbackBlocks: 'dropped', // C
      continuePrompt: 'unanswered-tail', // lab tail-answer-attachment
      callsLast: 'behind-text', // lab two-messages-same-id, C
      toolNames: { Task: 'Agent', KillShell: 'TaskStop', BashOutput: 'TaskOutput' }, // C
      planInputLoses: [], // C
      taskTools: 'all-models', // C
      model: 'of-session', // C
      defaultModel: 'claude-opus-4-8', // C
      systemRole: /opus-4-[89]|opus-5|sonnet-5|fable-5|haiku-5/, // C
    },
  },
  {
    since: '2.1.325',
    changes: {
      descends: true, // R2, lab lines-reversed
      siblings: 'by-position', // R7
      unknownType: 'missing', // R4
      joinedLine: 'first-half', // R1
      repeatedUuid: 'first-place', // lab duplicate-uuid
      openCallAtEnd: 'answered', // R8
      orphanResult: 'replaced', // R9
      blankText: 'dropped', // R11, lab empty-text
      continuePrompt: 'never', // R10
      localCommandTail: 'left', // R10
      marksNotifications: true, // R18
      callsLast: 'behind-all', // R16
      toolNames: { Task: 'Agent' }, // R19
      caller: 'sent', // C
      trimsSendMessage: true, // R19
      foldsInto: 'any-result', // R20
      toolReferences: 'checked', // R19
      taskTools: 'user-role-models', // R22
      defaultModel: 'claude-opus-5-5', // R12
      taggedSystemRole: /sonnet-5/, // C
    },
  },
];

/** The behaviour of that client: of the newest measured version that is not newer. */
export function behaviourOf(version: string): ClientBehaviour {
  let behaviour = OLDEST;
  for (const era of ERAS) {
    if (compareVersions(era.since, version) <= 0) behaviour = { ...behaviour, ...era.changes };
  }
  return behaviour;
}

/** Orders versions by number; below zero when `a` is older. */
export function compareVersions(a: string, b: string): number {
  const right = b.split('.').map(Number);
  const differences = a.split('.').map((part, index) => Number(part) - (right[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
