// Small sessions that clients of different times read in different ways, for the simulator and for the real client as its judge.
import { insert, patch, relink, renameMessage, write } from './damage.fixture.ts';
import {
  answer,
  attachment,
  baseSession,
  call,
  type Fields,
  HOOK,
  prompt,
  result,
  text,
  thinking,
  time,
  uuid,
} from './small-session.fixture.ts';

/** Name and text of each session. */
export function eraSessions(): ReadonlyMap<string, string> {
  return new Map(Object.entries({ ...lines(), ...calls(), ...results(), ...models() }));
}

function lines(): Record<string, string> {
  const beside = { ...answer(30, 2, 'msg_x', {}), message: null, timestamp: time(3) };
  return {
    'null-line': write(insert(9, 'null')),
    'null-first-line': write(insert(1, 'null')),
    'without-message': write(patch(5, { message: null })),
    'without-message-beside': write(insert(4, beside)),
  };
}

function calls(): Record<string, string> {
  const base = baseSession();
  return {
    'call-twice': write(twice('msg_b', 6)),
    'call-twice-in-other-message': write(twice('msg_x', 6)),
    'call-twice-around-attachment': write(twice('msg_b', 31, attachment(31, 6, HOOK))),
    'call-twice-around-result': write(twice('msg_x', 31, result(31, 6, 'b', 'first time'))),
    'other-message-between-calls': write(
      base.map((line) => (line.uuid === uuid(9) ? renameMessage(line, 'msg_c', 'msg_x') : line)),
    ),
    'attachment-between-calls': write([
      ...base.slice(0, 8),
      attachment(30, 8, HOOK),
      ...relink(base.slice(8), { 9: 30, 11: 10, 12: 11, 13: 12 }),
    ]),
    'prompt-between-thinking-and-call': write([
      ...base.slice(0, 4),
      answer(5, 4, 'msg_b', thinking('a thought')),
      prompt(30, 5, 'And mind the gap'),
      ...relink(base.slice(5), { 6: 30 }),
    ]),
  };
}

/** The call `b` logged again, in a message of that id, behind entry `parent`. */
function twice(id: string, parent: number, ...between: readonly Fields[]): Fields[] {
  const base = baseSession();
  const again = answer(30, parent, id, call('b'));
  return [...base.slice(0, 6), ...between, again, ...relink(base.slice(6), { 7: 30 })];
}

/** Of three parallel results, the first hangs on no block of its answer. */
function results(): Record<string, string> {
  const base = baseSession();
  const elsewhere = { ...answer(30, 8, 'msg_x', text('Elsewhere')), timestamp: time(10.5) };
  return {
    'result-beside-on-prompt': write(relink(base, { 11: 4 })),
    'result-beside-on-result': write(relink(base, { 11: 12 })),
    'result-beside-on-other-message': write([
      ...base.slice(0, 10),
      elsewhere,
      ...relink(base.slice(10), { 11: 30 }),
    ]),
  };
}

/** Signed thinking is sent to its own model only: it tells whether that is still, or already, asked. */
function models(): Record<string, string> {
  const of = (model: string) =>
    write(
      baseSession().map((line) => {
        const message = line.message as Fields;
        return message.model === undefined ? line : { ...line, message: { ...message, model } };
      }),
    );
  return {
    'model-opus-4-8': of('claude-opus-4-8'),
    'model-opus-5': of('claude-opus-5'),
    'model-haiku-5': of('claude-haiku-5'),
  };
}
