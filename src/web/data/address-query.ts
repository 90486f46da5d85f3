// What an address that all tabs share asks the server for: a turn, a line, an agent.
import type { Route } from './route.ts';

interface AddressQuery {
  readonly turn?: number;
  readonly line?: number;
  readonly agent?: string;
}

/** Empty where it names nothing. */
export function queryOfAddress({ turn, line, agent }: Route['params']): AddressQuery {
  return {
    ...numberOf('turn', turn),
    ...numberOf('line', line),
    ...(agent === undefined ? {} : { agent }),
  };
}

function numberOf(name: 'turn' | 'line', text: string | undefined): AddressQuery {
  return text !== undefined && /^\d{1,9}$/.test(text) ? { [name]: Number(text) } : {};
}
