// What each measured client makes of the session, and the newest of its mended copy.
import type { JSX } from 'preact';
import type { HealthMoreAnswer } from '../../../../server/api.ts';
import { formatNumber } from '../../../data/format.ts';
import { wordsOf } from '../../../widgets/states.tsx';

/** Mending makes no session smaller. */
const COMPACTS = 'compacts first';

interface ClientTableProps {
  /** Undefined until it is worked out. */
  readonly more: HealthMoreAnswer | undefined;
  readonly failure: unknown;
}

export function ClientTable({ more, failure }: ClientTableProps): JSX.Element {
  const { clients = [], mended } = more ?? {};
  return (
    <>
      <h2>What the client does</h2>
      <table class="tbl">
        <thead>
          <tr>
            <th>Client</th>
            <th class="num">Loads</th>
            <th>Then</th>
          </tr>
        </thead>
        <tbody>
          {clients.map(({ client, loads, of, then }) => (
            <tr key={client}>
              <td>{client}</td>
              <td class="num">
                {formatNumber(loads)} of {formatNumber(of)}
              </td>
              <td class="quiet">{then}</td>
            </tr>
          ))}
          {mended && (
            <tr>
              <td class="b">mended, {clients[0]?.client}</td>
              <td class="num b">
                {formatNumber(mended.loads)} of {formatNumber(mended.of)}
              </td>
              <td class="quiet">{thenOfMended(mended.loads, clients[0]?.then)}</td>
            </tr>
          )}
        </tbody>
      </table>
      {!more && (
        <p class="meta">
          {failure === undefined ? 'Trying what each client would load.' : wordsOf(failure).message}
        </p>
      )}
      <p class="meta">Predicted by rules that were measured by running these clients.</p>
    </>
  );
}

// Lines that say nothing are not mended into ones that do: where nothing is loaded, nothing goes on.
function thenOfMended(loads: number, then: string | undefined): string {
  if (loads === 0) return 'finds nothing';
  return then === COMPACTS ? COMPACTS : 'goes on';
}
