// Ways to change the base session of the fixtures: leave out, insert, link anew, patch.
import { SYNTHETIC } from '../log/fields.ts';
import { answer, baseSession, type Fields, sessionText, text, time, uuid } from './small-session.fixture.ts';

export function write(entries: readonly (Fields | string)[]): string {
  return sessionText(entries);
}

export function pick(...numbers: readonly number[]): Fields[] {
  return numbers.flatMap((n) => baseSession().filter((line) => line.uuid === uuid(n)));
}

export function drop(n: number): Fields[] {
  return baseSession().filter((line) => line.uuid !== uuid(n));
}

export function insert(before: number, line: Fields | string): (Fields | string)[] {
  const base = baseSession();
  return [...base.slice(0, before - 1), line, ...base.slice(before - 1)];
}

export function relink<T extends Fields | string>(
  entries: readonly T[],
  parents: Readonly<Record<number, number>>,
): T[] {
  const byUuid = new Map(Object.entries(parents).map(([n, parent]) => [uuid(Number(n)), uuid(parent)]));
  return entries.map((line) => {
    const parentUuid = typeof line === 'string' ? undefined : byUuid.get(line.uuid as string);
    return parentUuid === undefined ? line : Object.assign({}, line, { parentUuid });
  });
}

export function patch(n: number, fields: Fields): Fields[] {
  return baseSession().map((line) => (line.uuid === uuid(n) ? { ...line, ...fields } : line));
}

/** The entry and all after it `seconds` later, its parent missing. */
export function after(n: number, seconds: number): Fields[] {
  return baseSession().map((line, index) => {
    if (index < n - 1) return line;
    const later = { ...line, timestamp: time(index + 1 + seconds) };
    return index === n - 1 ? { ...later, parentUuid: uuid(900) } : later;
  });
}

export function patchBlock(n: number, fields: Fields): Fields[] {
  return baseSession().map((line) => {
    if (line.uuid !== uuid(n)) return line;
    const message = line.message as { readonly content: readonly Fields[] };
    return { ...line, message: { ...message, content: [{ ...message.content[0], ...fields }] } };
  });
}

export function answerBlocks(n: number, parent: number, id: string, content: readonly Fields[]): Fields {
  const line = answer(n, parent, id, {});
  return { ...line, message: { ...(line.message as Fields), content } };
}

export function renameMessage(line: Fields, from: string, to: string): Fields {
  const message = line.message as Fields | undefined;
  return message?.id === from ? { ...line, message: { ...message, id: to } } : line;
}

export function synthetic(words: string): Fields {
  return {
    id: `id-${words.length}`,
    type: 'message',
    role: 'assistant',
    model: SYNTHETIC,
    content: [text(words)],
    stop_reason: 'stop_sequence',
    usage: { input_tokens: 0, output_tokens: 0 },
  };
}
