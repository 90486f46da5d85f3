// The address of the same page with a turn selected; what was selected more closely before (a line, an agent) is let go.
import { hrefWith } from './route.ts';

export function hrefOfTurn(turn: number): string {
  return hrefWith({ turn, row: undefined, line: undefined, uuid: undefined, agent: undefined });
}
