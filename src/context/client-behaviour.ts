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
  readonly attachments: 'silent' | 'sent';
  readonly renamesTask: boolean;
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
  attachments: 'silent',
  renamesTask: false,
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
  { since: '2.1.63', changes: { renamesTask: true } },
  { since: '2.1.81', changes: { siblings: 'taken-back' } },
  { since: '2.1.100', changes: { unknownType: 'bridged', orphanResult: 'replaced', attachments: 'sent' } },
  { since: '2.1.120', changes: { leaf: 'last-in-file', lastPrompt: true } },
  { since: '2.1.200', changes: { preservedTail: 'sent', foreignThinking: 'dropped' } },
  {
    since: '2.1.325',
    changes: {
      missingParent: 'by-time',
      cycle: 'by-time',
      unknownType: 'missing',
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
