// What may differ between clients when they resume a session, and how a given version behaves.
import { compareVersions } from '../base/compare-versions.ts';
import { CLIENT_ERAS, OLDEST_BEHAVIOUR } from './client-eras.ts';

export interface ClientBehaviour {
  /** The entry that a resume continues: the newest by timestamp, or the last in the file. */
  readonly leaf: 'newest' | 'last-in-file';
  /** A file without a single timestamp: no conversation, or a leaf at its first entry. */
  readonly withoutTimes: 'first-entry' | 'refused';
  /** A leaf by file order that has children gives way to the last entry below it. */
  readonly descends: boolean;
  /** Whether the last `last-prompt.leafUuid` overrides the leaf. */
  readonly lastPrompt: boolean;
  /**
   * Blocks of a message, and results of its calls, that the walk over parents misses. Behind the last block come only results
   * that hang on a block of it; by position all, and what hangs on them without leading on: attachments, notes, meta entries.
   */
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
  /** A line that is `null`: passed over, the end of what is read, or what the client fails on. */
  readonly nullLine: 'passed' | 'ends-reading' | 'fails';
  /** A prompt or answer whose `message` is no object: the client fails on it, on the path or anywhere, or passes it over. */
  readonly withoutMessage: 'fails-on-path' | 'fails' | 'passed';
  /** The last content of a repeated uuid counts; its place in the file is the first one's, or its own. */
  readonly repeatedUuid: 'first-place' | 'last-place';
  /** What a compaction preserved: lost, sent if it is named as a segment, or sent if named in either way. */
  readonly preservedTail: 'lost' | 'segment' | 'either';

  /** A call without result in mid-session: it goes alone, or with its entry if no call of that was answered. */
  readonly openCall: 'drops-block' | 'drops-entry';
  /** A call without result at the end of the session. */
  readonly openCallAtEnd: 'dropped' | 'answered';
  /**
   * A result without its call: sent; gone if it follows an answer, where a second result stays; gone, with words in
   * its place where a message became empty, but not the first one; or the same with words there too.
   */
  readonly orphanResult: 'sent' | 'dropped-behind-answer' | 'replaced-unless-first' | 'replaced';
  /** A call with no result in the message behind it: left so, or given one that says it is missing. */
  readonly missingResult: 'left' | 'invented';
  /** A tool use whose id was sent before. */
  readonly repeatedCall: 'sent' | 'dropped';
  /**
   * Text of nothing but blanks: sent; dropped after messages of thinking alone, so that thinking beside it still counts
   * as answered; or dropped before them.
   */
  readonly blankText: 'sent' | 'dropped-last' | 'dropped-first';
  /** An answer without any block: dropped, or sent as words that say so. */
  readonly emptyAnswer: 'dropped' | 'named';
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
  /** What background tasks reported is marked as no person's words: not at all, by a head, or as a reminder. */
  readonly notifications: 'plain' | 'headed' | 'reminder';
  /** Entries of one message id become one message: neighbours only, also across results between them, or reminders, too. */
  readonly mergesById: 'neighbours' | 'across-results' | 'across-reminders';
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

  /** Models that are asked where the session's last answer is theirs; else, and where this is undefined, the default is. */
  readonly offeredModels: RegExp | undefined;
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
  '2.1.233',
  '2.1.326',
];

/** The newest client whose behaviour was measured. */
export const NEWEST_CLIENT = '2.1.326';

/** The behaviour of that client: of the newest measured version that is not newer. */
export function behaviourOf(version: string): ClientBehaviour {
  const known = behaviours.get(version);
  if (known) return known;
  let behaviour = OLDEST_BEHAVIOUR;
  for (const era of CLIENT_ERAS) {
    if (compareVersions(era.since, version) <= 0) behaviour = { ...behaviour, ...era.changes };
  }
  if (MEASURED_CLIENTS.includes(version)) behaviours.set(version, behaviour);
  return behaviour;
}

// A check of a home asks for each measured client once per session.
const behaviours: Map<string, ClientBehaviour> = new Map();
