// Marks words in what is on the screen without touching the document: the browser paints ranges.
import { escapePattern } from '../../../../base/escape-pattern.ts';

const NAME = 'find';
const MOST = 1000;

/** Marks until it is called off; rows that scroll in are marked as they come. */
export function markWords(words: string, where = '.script'): () => void {
  if (words === '' || !('highlights' in CSS)) return () => undefined;
  // Not by lower case: in some alphabets that is longer, and every place behind it would be another.
  const wanted = new RegExp(escapePattern(words), 'giu');
  let asked = 0;
  const paint = () => {
    asked = 0;
    const box = document.querySelector(where);
    CSS.highlights.set(NAME, new Highlight(...(box ? rangesIn(box, wanted) : [])));
  };
  const soon = () => {
    asked ||= requestAnimationFrame(paint);
  };
  const observer = new MutationObserver(soon);
  const box = document.querySelector(where);
  if (box) observer.observe(box, { childList: true, subtree: true, characterData: true });
  soon();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(asked);
    CSS.highlights.delete(NAME);
  };
}

function rangesIn(box: Element, wanted: RegExp): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < MOST; node = walker.nextNode()) {
    for (const { index, 0: found } of (node.nodeValue ?? '').matchAll(wanted)) {
      if (ranges.length >= MOST) break;
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + found.length);
      ranges.push(range);
    }
  }
  return ranges;
}
