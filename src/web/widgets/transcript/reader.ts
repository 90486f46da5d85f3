// What a row needs of the transcript around it, given by context so that rows can stand in a list or alone.
import { type Context, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ThreadRows } from '../../data/thread-rows.ts';
import type { TranscriptState } from '../../data/transcript-state.ts';

export interface Reader {
  readonly state: TranscriptState;
  /** Goes to a row and selects it. */
  readonly goTo: (rows: ThreadRows, index: number) => void;
  /** The address of a row of this session, for links. */
  readonly hrefOf: (params: {
    readonly line?: number;
    readonly turn?: number;
    readonly agent?: string;
    readonly branch?: string;
  }) => string;
}

export const ReaderContext: Context<Reader | undefined> = createContext<Reader | undefined>(undefined);

export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (!reader) throw new Error('a row is shown outside of a transcript');
  return reader;
}

export interface RowProps<Row> {
  readonly row: Row;
  readonly rows: ThreadRows;
  readonly depth: number;
}
