// Shortens names to the room there is, and so that no two look alike where their ends differ.
import { textEnd } from '../../../../base/text-start.ts';
import { clip } from '../../../data/clip.ts';

export function clipApart(names: readonly string[], most: number): string[] {
  const heads = names.map((name) => clip(name, most));
  return names.map((name, i) => {
    const alike = heads.some((head, other) => head === heads[i] && names[other] !== name);
    return alike ? clipStart(name, most) : (heads[i] as string);
  });
}

/** The end of it, from the beginning of a word on where there is one. */
function clipStart(name: string, most: number): string {
  if (name.length <= most) return name;
  const end = textEnd(name, most - 1);
  const word = /\s(?=\S)/.exec(end);
  return `…${word && name.at(-most) !== ' ' ? end.slice(word.index + 1) : end.trimStart()}`;
}
