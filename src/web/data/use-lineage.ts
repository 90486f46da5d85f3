// The lineage of the open session: where it comes from and what was made of it; undefined until it is known.
import { useEffect, useState } from 'preact/hooks';
import type { LineageAnswer } from '../../server/api.ts';
import { readApi } from './api-client.ts';
import { useSession } from './session-context.ts';

/** Read anew whenever `changes` counts up. Pages are whole without it, so that a failure only leaves it out. */
export function useLineage(changes = 0): LineageAnswer | undefined {
  const { source } = useSession();
  const [answer, setAnswer] = useState<LineageAnswer>();
  useEffect(() => {
    let current = true;
    readApi('GET /api/sessions/:key/lineage', { parts: { key: source.key } }).then(
      (lineage) => current && setAnswer(lineage),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [source, changes]);
  return answer;
}
