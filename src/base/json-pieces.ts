// `JSON.stringify` in pieces: one character beyond Latin-1 makes a text take twice the room and the time, and of what is long only
// some fields, or some items of a list, have any.

export interface PieceOptions {
  /** The items of a field that is a list come one by one, too. */
  readonly items?: boolean;
}

/** Joined, the pieces are `JSON.stringify(value)`. */
export function* jsonPieces(value: object, { items = false }: PieceOptions = {}): Generator<string> {
  let before = '{';
  for (const [name, field] of Object.entries(value) as [string, unknown][]) {
    const list = items && Array.isArray(field) ? field : undefined;
    const text = list ? '' : JSON.stringify(field);
    // As in JSON.stringify: what has no form in JSON is left out.
    if (text === undefined) continue;
    // By itself: put together with its name, a long text would be copied once more.
    yield `${before}${JSON.stringify(name)}:`;
    if (list) yield* itemPieces(list);
    else yield text;
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* itemPieces(items: readonly unknown[]): Generator<string> {
  yield '[';
  let isFirst = true;
  for (const item of items) {
    if (!isFirst) yield ',';
    yield JSON.stringify(item) ?? 'null';
    isFirst = false;
  }
  yield ']';
}
