// The row that the address names; a graph of thousands of rows is asked for it.
import { useEffect, useState } from 'preact/hooks';
import type { GraphAnswer } from '../../../../server/api.ts';
import { queryOfAddress } from '../../../data/address-query.ts';
import { readApi } from '../../../data/api-client.ts';
import { route } from '../../../data/route.ts';

const NOTHING = JSON.stringify([undefined, undefined, undefined, undefined]);

/** Its number; -1 where the address names none. */
export function useSelectedRow(key: string, graph: GraphAnswer): number {
  const { turn, line, agent, branch } = route.value.params;
  const address = JSON.stringify([turn, line, agent, branch]);
  const [known, setKnown] = useState({ graph, address: NOTHING, at: -1 });
  const isKnown = known.graph === graph && known.address === address;
  useEffect(() => {
    if (isKnown) return;
    let current = true;
    const query = { ...queryOfAddress(route.peek().params), ...(branch === undefined ? {} : { branch }) };
    readApi('GET /api/sessions/:key/graph/find', { parts: { key }, query }).then(
      ({ at }) => current && setKnown({ graph, address, at }),
      // The selection stays where it was.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [key, graph, address, isKnown]);
  return known.at;
}
