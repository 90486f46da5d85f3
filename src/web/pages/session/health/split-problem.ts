// A problem's message as a short title and the rest of it below: what stands in brackets or behind a colon only explains.

interface SplitProblem {
  readonly title: string;
  readonly rest: string;
}

export function splitProblem(message: string): SplitProblem {
  const [, first = message, more = ''] = /^(.+?[^.]\.) (.+)$/s.exec(message) ?? [];
  const brackets = [...first.matchAll(/ \(([^()]+)\)/g)].map(([, inside = '']) => inside);
  const plain = first.replace(/ \([^()]+\)/g, '').replace(/\.$/, '');
  const [, title = plain, explains = ''] = /^(.{12,}?): (.+)$/s.exec(plain) ?? [];
  const said = [explains, ...brackets.filter((inside) => !ONE_LINE.test(inside)), more];
  return {
    title,
    rest: said
      .filter((part) => part !== '')
      .map(asSentence)
      .join(' '),
  };
}

/** The place below the title tells it. */
const ONE_LINE = /^line [\d,]+$/;

function asSentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${/[.!?”]$/.test(words) ? '' : '.'}`;
}
