// Reads the commands out of a Markdown page: fenced `sh` and `console` blocks, and the first cells of tables.

export interface DocCommand {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** The lines shown below it; undefined where the page shows none. A line of `…` stands for any number of lines. */
  readonly output: string[] | undefined;
  /** As a comment behind it says (`# exit 1`), else 0. */
  readonly exit: number;
}

/** The commands of one block: they are run one after another, in one place. */
export type DocBlock = readonly DocCommand[];

export function readBlocks(file: string, text: string): DocBlock[] {
  const blocks: DocCommand[][] = [];
  let fence: string | undefined;
  for (const [i, line] of text.split('\n').entries()) {
    const opening = /^\s*```(\w*)$/.exec(line);
    if (opening) {
      if (fence === undefined) blocks.push([]);
      fence = fence === undefined ? opening[1] : undefined;
      continue;
    }
    const block = blocks.at(-1) ?? [];
    const add = (command: string, shown: boolean): void => {
      const [, words = '', remark = ''] = /^(.*?)(?:\s+#\s(.*))?$/.exec(command) ?? [];
      const exit = Number(/\bexit (\d)/.exec(remark)?.[1] ?? 0);
      block.push({ file, line: i + 1, text: words.trim(), output: shown ? [] : undefined, exit });
    };
    if (fence === 'sh' && line.trim() !== '') add(line, false);
    else if (fence === 'console' && line.startsWith('$ ')) add(line.slice(2), true);
    else if (fence === 'console') block.at(-1)?.output?.push(line);
    else if (fence === undefined) {
      const cell = /^\| `(clew [^`]+)` \|/.exec(line);
      if (cell) blocks.push([{ file, line: i + 1, text: cell[1] as string, output: undefined, exit: 0 }]);
    }
  }
  return blocks.filter((block) => block.length > 0);
}

/** The code of the fenced blocks whose commands are not read. */
export function readOtherBlocks(text: string): string[] {
  // Split at the fences, every second part is a block: its first line is the language.
  const blocks = text.split(/^\s*```/m).filter((_, n) => n % 2 === 1);
  return blocks.filter((block) => !/^(?:sh|console)\n/.test(block));
}

/** Commands that are named in running text: they are not run, but what they name must exist. */
export function readMentions(file: string, text: string): DocCommand[] {
  const prose = text.replaceAll(/^\s*```[\s\S]*?^\s*```$/gm, (block) => block.replaceAll(/[^\n]/g, ''));
  return prose.split('\n').flatMap((line, i) =>
    [...line.matchAll(/`(clew [^`]+)`/g)].map(([, command = '']) => ({
      file,
      line: i + 1,
      text: command,
      output: undefined,
      exit: 0,
    })),
  );
}

/** The parts of a command line that run one after another; what a pipe would do with the output is left out. */
export function splitSteps(text: string): string[][] {
  return text.split(/\s&&\s|\s&$/).map((step) => splitWords(step.replace(/\s[|>]\s.*$/, '')));
}

function splitWords(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}
