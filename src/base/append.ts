// Adds to a list that mostly stays a list of one.

/**
 * The list with the item behind its last, in place unless it was empty. A list that is made with its first item takes an
 * eighth of the room of an empty one that grows, and sessions have lists by the hundred thousand.
 */
export function append<T>(list: T[] | undefined, item: T): T[] {
  if (list === undefined || list.length === 0) return [item];
  list.push(item);
  return list;
}
