// What the server answers about the open session: asked for when it is first shown, and again when someone wants it.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type AnswerOf, type ReadRoute, readApi } from './api-client.ts';
import { useSession } from './session-context.ts';

interface Asked<Answer> {
  /** The newest; it stays while it is asked for again, and where that fails. */
  readonly answer: Answer | undefined;
  readonly failure: unknown;
  readonly load: () => Promise<void>;
}

/** For routes that need no more than the session's key. */
export function useAnswer<R extends ReadRoute>(route: R): Asked<AnswerOf<R>> {
  const { source } = useSession();
  const [answer, setAnswer] = useState<AnswerOf<R>>();
  const [failure, setFailure] = useState<unknown>();
  const newest = useRef(0);
  const load = useCallback(async () => {
    newest.current++;
    const mine = newest.current;
    setFailure(undefined);
    await readApi(route, { parts: { key: source.key } }).then(
      (next) => mine === newest.current && setAnswer(next),
      (error) => mine === newest.current && setFailure(error),
    );
  }, [route, source]);
  useEffect(() => {
    void load();
    return () => {
      newest.current++;
    };
  }, [load]);
  return { answer, failure, load };
}
