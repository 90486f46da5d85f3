// Where a session's transcript comes from: the server, or data that an exported page carries in itself.
import type {
  FindAnswer,
  FindQuery,
  LiveEvent,
  RawEntryAnswer,
  RowsAnswer,
  RowsQuery,
  RowTextAnswer,
  RowTextQuery,
  SessionHead,
  ThreadQuery,
  TurnsAnswer,
} from '../../server/api.ts';

export interface SessionSource {
  /** The session's key, as links and requests name it. */
  readonly key: string;
  readonly head: () => Promise<SessionHead>;
  readonly turns: (thread: ThreadQuery) => Promise<TurnsAnswer>;
  readonly rows: (query: RowsQuery) => Promise<RowsAnswer>;
  /** The whole of a text that a row (by its id) holds only the beginning of; a list as JSON. */
  readonly text: (row: string, query: RowTextQuery) => Promise<RowTextAnswer>;
  readonly find: (query: FindQuery) => Promise<FindAnswer>;
  /** A line as it stands in the file; undefined where the source does not carry the lines. */
  readonly entry: ((line: number, thread: ThreadQuery) => Promise<RawEntryAnswer>) | undefined;
  /** Tells of growth; gives back how to stop. Undefined where nothing ever grows. */
  readonly watch: ((listener: (event: LiveEvent) => void) => () => void) | undefined;
}
