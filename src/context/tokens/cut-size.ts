// The size of a conversation after a cut, as clew writes it into a clone.
//
// A clone's answers still name the sizes of requests that were made before the cut; attributing tokens from those would count
// what is gone. The mark tells how large the conversation was at its leaf; from there on the client's own figures are right.
import { numberField, stringField } from '../../base/json.ts';
import type { Entry } from '../../log/line.ts';

export const CUT_TYPE = 'clew-cut';

export interface CutSize {
  /** The uuid of the last entry of the clone as it was made. */
  readonly leaf: string;
  /** What a resume of it loads. */
  readonly tokens: number;
}

/** The last mark of a session; undefined for one that clew never cut. */
export function readCutSize(entries: readonly Entry[]): CutSize | undefined {
  const mark = entries.findLast(({ value }) => value.type === CUT_TYPE)?.value;
  const [leaf, tokens] = [stringField(mark, 'leafUuid'), numberField(mark, 'tokens')];
  return leaf === undefined || tokens === undefined || !(tokens > 0) ? undefined : { leaf, tokens };
}
