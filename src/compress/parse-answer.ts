// Reads the items out of a model's answer; what is not there whole is not there.

/** By the ids of the batch, in its order. An item without its closing tag was cut off and is left out. */
export function parseAnswer(answer: string, tag: string, ids: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>();
  const open = new RegExp(`<${tag}\\s+id="?(\\d{1,4})"?[^>]{0,200}>`, 'g');
  const close = `</${tag}>`;
  for (let match = open.exec(answer); match; match = open.exec(answer)) {
    const start = match.index + match[0].length;
    const end = answer.indexOf(close, start);
    if (end < 0) break;
    const text = answer.slice(start, end).trim();
    open.lastIndex = end + close.length;
    const id = ids[Number(match[1]) - 1];
    // An item inside an item: the first was never closed, and whose text this is cannot be told.
    if (id === undefined || texts.has(id) || text === '' || text.includes(`<${tag}`)) continue;
    texts.set(id, text);
  }
  return texts;
}
