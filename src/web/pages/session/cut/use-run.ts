// A run of compress that is going on: how far it is, and how it is ended.
import { useEffect, useRef, useState } from 'preact/hooks';
import { writeApi } from '../../../data/api-client.ts';
import { newId } from '../../../data/new-id.ts';
import type { SessionSource } from '../../../data/session-source.ts';

export interface Run {
  /** Undefined until the first text is done. */
  readonly progress: { readonly done: number; readonly of: number } | undefined;
  /** Gives the name of a new run. */
  readonly begin: () => string;
  readonly cancel: () => void;
}

export function useRun(source: SessionSource): Run {
  const [progress, setProgress] = useState<Run['progress']>();
  const name = useRef('');
  useEffect(
    () =>
      source.watch?.((event) => {
        if (event.type !== 'compressProgress' || event.run !== name.current) return;
        setProgress({ done: event.done, of: event.of });
      }),
    [source],
  );
  return {
    progress,
    begin: () => {
      name.current = newId();
      setProgress(undefined);
      return name.current;
    },
    cancel: () => {
      const parts = { key: source.key };
      // It may have ended by itself in the meantime.
      writeApi('POST /api/sessions/:key/compress/cancel', parts, { run: name.current }).catch(
        () => undefined,
      );
    },
  };
}
