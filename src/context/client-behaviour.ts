// How clients differ on resume, as data: a row per change, from the oldest client measured to the newest.

export interface ClientBehaviour {
  /** The entry that a resume continues: the newest by timestamp, or the last in the file. */
  readonly leaf: 'newest' | 'last-in-file';
  /** Whether the last `last-prompt.leafUuid` overrides the leaf. */
  readonly lastPrompt: boolean;
  /** Blocks of a message, and results of its calls, that the walk over parents misses come back. */
  readonly siblings: 'lost' | 'taken-back';
  /** Where a parent is not in the file: history ends there, or goes on at the entry nearest in time. */
  readonly missingParent: 'cuts' | 'by-time';
  readonly cycle: 'hangs' | 'cuts' | 'by-time';
  /** A `progress` entry in the chain is a missing parent, or is passed over. */
  readonly progress: 'missing' | 'bridged';
  /** An entry of a type the client does not know, in the chain. */
  readonly unknownType: 'missing' | 'bridged';
  /** A call without result at the end of the session. */
  readonly openCallAtEnd: 'dropped' | 'answered';
  /** A result without its call. */
  readonly orphanResult: 'sent' | 'dropped' | 'replaced';
  readonly emptyText: 'sent' | 'dropped';
  readonly preservedTail: 'lost' | 'sent';
  /** A user entry "Continue from where you left off." after a tail of tool results. */
  readonly continuePrompt: boolean;
  readonly localCommandEntries: 'silent' | 'sent';
  /** Old names of tools that the client turns into its own. */
  readonly toolNames: Readonly<Record<string, string>>;
  /** The `caller` of a tool use. */
  readonly caller: 'sent' | 'removed';
  /** Tool uses go behind the other blocks of their message. */
  readonly callsLast: boolean;
  /** Where siblings go that were taken back. */
  readonly siblingPlace: 'behind-last-block' | 'by-position';
  /** The plan in the input of ExitPlanMode. */
  readonly planInput: 'sent' | 'removed';
  /** Images of a prompt: as they are, or as the words "[image]". */
  readonly promptImages: 'sent' | 'named';
  /** Reminders become part of a result that holds an image. */
  readonly foldsIntoImages: boolean;
  /** References to tools found by search: sent where the tool exists, or taken out. */
  readonly toolReferences: 'sent' | 'removed';
  /** The task list tools, whose reminders are sent only where they exist. */
  readonly taskTools: 'all-models' | 'user-role-models' | 'none';
  /** A newline where the text of one user entry meets the next one's. */
  readonly joinsTextByNewline: boolean;
  /** A tail of caveat, local command and output: answered like a prompt, or left alone. */
  readonly localCommandTail: 'answered' | 'left';
  /** The model asked when the session's is not offered, or never looked at. */
  readonly defaultModel: string;
  readonly model: 'default' | 'of-session';
  /** Models that get reminders in messages of role system, and how. */
  readonly systemRole: RegExp | undefined;
  readonly taggedSystemRole: RegExp | undefined;
  readonly mergesById: boolean;
  readonly readsMarkedFirstLine: boolean;
  readonly joinedLine: 'lost' | 'first-half';
  /** Signed thinking of another model than the one asked. */
  readonly foreignThinking: 'sent' | 'dropped';
}

export const NEWEST_CLIENT = '2.1.325';

interface Era {
  /** The first version measured to behave so; boundaries between measured versions are not known exactly. */
  readonly since: string;
  readonly changes: Partial<ClientBehaviour>;
}

const OLDEST: ClientBehaviour = {
  leaf: 'newest',
  lastPrompt: false,
  siblings: 'lost',
  missingParent: 'cuts',
  cycle: 'hangs',
  progress: 'missing',
  unknownType: 'missing',
  openCallAtEnd: 'dropped',
  orphanResult: 'sent',
  emptyText: 'sent',
  preservedTail: 'lost',
  continuePrompt: false,
  localCommandEntries: 'silent',
  toolNames: {},
  caller: 'removed',
  callsLast: false,
  siblingPlace: 'behind-last-block',
  planInput: 'removed',
  promptImages: 'sent',
  foldsIntoImages: false,
  toolReferences: 'removed',
  taskTools: 'none',
  joinsTextByNewline: false,
  localCommandTail: 'answered',
  defaultModel: 'claude-sonnet-4-6',
  model: 'default',
  systemRole: undefined,
  taggedSystemRole: undefined,
  mergesById: false,
  readsMarkedFirstLine: false,
  joinedLine: 'lost',
  foreignThinking: 'sent',
};

const ERAS: readonly Era[] = [
  { since: '2.0.33', changes: { readsMarkedFirstLine: true } },
  { since: '2.0.64', changes: { mergesById: true } },
  {
    since: '2.1.50',
    changes: {
      cycle: 'cuts',
      progress: 'bridged',
      orphanResult: 'dropped',
      emptyText: 'dropped',
      continuePrompt: true,
    },
  },
  { since: '2.1.63', changes: { toolNames: { Task: 'Agent' } } },
  { since: '2.1.81', changes: { siblings: 'taken-back' } },
  { since: '2.1.100', changes: { unknownType: 'bridged', orphanResult: 'replaced', joinsTextByNewline: true, promptImages: 'sent', missingParent: 'by-time', cycle: 'by-time', toolNames: { Task: 'Agent', KillShell: 'TaskStop' } } },
  { since: '2.1.120', changes: { leaf: 'last-in-file', lastPrompt: true } },
  { since: '2.1.200', changes: { preservedTail: 'sent', foreignThinking: 'dropped', planInput: 'sent', taskTools: 'all-models', model: 'of-session', defaultModel: 'claude-opus-4-8', toolNames: { Task: 'Agent', KillShell: 'TaskStop', BashOutput: 'TaskOutput' }, systemRole: /opus-4-[89]|opus-5|sonnet-5|fable-5|haiku-5/, localCommandEntries: 'sent' } },
  {
    since: '2.1.325',
    changes: {
      unknownType: 'missing',
      toolNames: { Task: 'Agent' },
      caller: 'sent',
      callsLast: true,
      siblingPlace: 'by-position',
      foldsIntoImages: true,
      toolReferences: 'sent',
      taskTools: 'user-role-models',
      localCommandTail: 'left',
      defaultModel: 'claude-opus-5-5',
      taggedSystemRole: /sonnet-5/,
      openCallAtEnd: 'answered',
      continuePrompt: false,
      localCommandEntries: 'sent',
      joinedLine: 'first-half',
    },
  },
];

export function behaviourOf(version: string): ClientBehaviour {
  let behaviour = OLDEST;
  for (const era of ERAS)
    if (compareVersions(era.since, version) <= 0) behaviour = { ...behaviour, ...era.changes };
  return behaviour;
}

/** Orders versions by number; below zero when `a` is older. */
export function compareVersions(a: string, b: string): number {
  const right = b.split('.').map(Number);
  const differences = a.split('.').map((part, index) => Number(part) - (right[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
