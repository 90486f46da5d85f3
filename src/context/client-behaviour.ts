// How clients differ on resume, as data: one row per measured change, from the oldest client to the newest.
// Evidence: T = table and row of VERSIONS.md, V = its findings, R = rules of RESUME.md, C = real sessions in the lab.

export interface ClientBehaviour {
  /** The entry that a resume continues: the newest by timestamp, or the last in the file. */
  readonly leaf: 'newest' | 'last-in-file';
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
  readonly preservedTail: 'lost' | 'sent';

  /** A call without result at the end of the session. */
  readonly openCallAtEnd: 'dropped' | 'answered';
  /** A result without its call: sent, gone, or a word in its place where the message became empty. */
  readonly orphanResult: 'sent' | 'dropped' | 'replaced';
  /** Text of nothing but blanks. */
  readonly blankText: 'sent' | 'dropped';
  /** A message of thinking alone. */
  readonly thinkingOnly: 'sent' | 'dropped';
  /** Signed thinking of another model than the one asked. */
  readonly foreignThinking: 'sent' | 'dropped';
  readonly fallbackBlocks: 'sent' | 'dropped';
  /** A user entry "Continue from where you left off." where the work was cut short. */
  readonly continuePrompt: boolean;
  /** A tail of caveat, local command and output: answered like a prompt, or left alone. */
  readonly localCommandTail: 'answered' | 'left';

  readonly localCommandEntries: 'silent' | 'sent';
  /** What background tasks reported is marked as no person's words. */
  readonly marksNotifications: boolean;
  /** Answers' entries that share a message id become one message. */
  readonly mergesById: boolean;
  /** Tool uses go behind the other blocks of their message. */
  readonly callsLast: boolean;
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

/** The newest client whose behaviour was measured. */
export const NEWEST_CLIENT = '2.1.325';

const OLDEST: ClientBehaviour = {
  leaf: 'newest', // T2.2 branch-*, same-timestamps
  lastPrompt: false, // T2.2 branch-last,older-ts,+lp->B
  siblings: 'lost', // T2.1, V R2
  missingParent: 'cuts', // T2.2 dangling-parent
  cycle: 'hangs', // T2.2 cycle-*
  progress: 'missing', // T2.2 progress-in-chain
  unknownType: 'missing', // T2.2 unknown-type-in-chain
  readsMarkedFirstLine: false, // T2.2 bom
  joinedLine: 'lost', // T2.2 joined-}{
  preservedTail: 'lost', // V 1.3
  openCallAtEnd: 'dropped', // T2.2 orphan-use-end
  orphanResult: 'sent', // T2.2 orphan-result-mid
  blankText: 'sent', // T2.2 empty-text
  thinkingOnly: 'sent', // C
  foreignThinking: 'sent', // V R7
  fallbackBlocks: 'sent', // C
  continuePrompt: false, // V R9
  localCommandTail: 'answered', // C
  localCommandEntries: 'silent', // C
  marksNotifications: false, // C
  mergesById: false, // V R4
  callsLast: false, // C
  joinsTextByNewline: false, // C
  toolNames: {}, // C
  caller: 'sent', // C
  planInputLoses: ['plan', 'planFilePath'], // C
  trimsSendMessage: false, // C
  promptImages: 'sent', // C
  foldsInto: 'string-result', // C
  toolReferences: 'left', // C
  taskTools: 'none', // C
  model: 'default', // C
  defaultModel: 'claude-sonnet-4-5-20250929', // C
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
      readsMarkedFirstLine: true, // T2.2 bom
    },
  },
  {
    since: '2.0.64',
    changes: {
      mergesById: true, // V R4
    },
  },
  {
    since: '2.1.50',
    changes: {
      cycle: 'cuts', // T2.2 cycle-mid
      progress: 'bridged', // T2.2 progress-in-chain
      orphanResult: 'dropped', // T2.2 orphan-result-mid
      blankText: 'dropped', // T2.2 empty-text
      thinkingOnly: 'dropped', // C
      continuePrompt: true, // V R9
      caller: 'removed', // C
      planInputLoses: ['plan'], // C
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
      missingParent: 'by-time', // C
      cycle: 'by-time', // T2.2 cycle-root
      unknownType: 'bridged', // T2.2 unknown-type-in-chain
      orphanResult: 'replaced', // T2.2 orphan-result-mid
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
      preservedTail: 'sent', // V 1.3
      foreignThinking: 'dropped', // V R7
      fallbackBlocks: 'dropped', // C
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
      siblings: 'by-position', // R7
      unknownType: 'missing', // R4
      joinedLine: 'first-half', // R1
      openCallAtEnd: 'answered', // R8
      continuePrompt: false, // R10
      localCommandTail: 'left', // R10
      marksNotifications: true, // R18
      callsLast: true, // R16
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
