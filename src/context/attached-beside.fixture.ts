// Sessions in which attachments and other quiet entries hang beside the path, or stand where an answer is not over yet.
import { write } from './damage.fixture.ts';
import {
  answer,
  attachment,
  call,
  type Fields,
  prompt,
  result,
  system,
  text,
  thinking,
} from './small-session.fixture.ts';

/** Name and text of each; the newest client sends what hangs on calls and results, older ones only what is on the path. */
export function attachedBeside(): Record<string, string> {
  const one = answer(5, 4, 'msg_b', call('b'));
  const oneDone = [one, result(7, 5, 'b')];
  const two = [one, answer(6, 5, 'msg_b', call('c'))];
  const twoDone = (...between: Fields[]) => [...two, result(7, 5, 'b'), ...between, result(9, 6, 'c')];
  return {
    'beside-result': session([...oneDone, memo(8, 7, 'x')], 7),
    'beside-chained-result': session([...two, result(7, 6, 'b'), memo(8, 7, 'x'), result(9, 7, 'c')], 9),
    'beside-result-taken-back': session(twoDone(memo(8, 7, 'x')), 9),
    'beside-result-behind-the-last': session([...twoDone(), memo(8, 7, 'x')], 9),
    'beside-two-in-a-row': session(twoDone(memo(8, 7, 'x'), memo(11, 8, 'y')), 9),
    'beside-two-on-one': session(twoDone(memo(8, 7, 'x'), memo(11, 7, 'y')), 9),
    'beside-call': session([one, memo(6, 5, 'x'), result(7, 5, 'b')], 7),
    'beside-call-taken-back': session(
      [one, answer(6, 4, 'msg_b', call('c')), memo(7, 6, 'x'), result(8, 6, 'c'), result(9, 5, 'b')],
      9,
    ),
    'beside-text-before-call': session(
      [
        answer(5, 4, 'msg_b', text('look')),
        memo(6, 5, 'x'),
        answer(7, 5, 'msg_b', call('b')),
        result(8, 7, 'b'),
      ],
      8,
    ),
    'beside-thinking-before-call': session(
      [
        answer(5, 4, 'msg_b', thinking('hm')),
        memo(6, 5, 'x'),
        answer(7, 5, 'msg_b', call('b')),
        result(8, 7, 'b'),
      ],
      8,
    ),
    'beside-between-calls': session(
      [one, memo(6, 5, 'x'), answer(7, 5, 'msg_b', call('c')), result(8, 5, 'b'), result(9, 7, 'c')],
      9,
    ),
    'beside-streamed-call': session(
      [...oneDone, memo(8, 7, 'x'), answer(9, 7, 'msg_b', call('c')), result(10, 9, 'c')],
      10,
    ),
    'beside-on-attachment': session([...oneDone, memo(8, 7, 'x'), memo(9, 8, 'y')], 8),
    'beside-behind-attachment': session([...oneDone, memo(8, 7, 'x'), memo(9, 7, 'y')], 8),
    'beside-on-note': session([...oneDone, system(8, 7, 'informational'), memo(9, 8, 'x')], 8),
    'beside-by-way-of-note': session([...oneDone, system(8, 7, 'informational'), memo(9, 8, 'x')], 7),
    'beside-meta': session([...oneDone, prompt(8, 7, 'Meta', { isMeta: true })], 7),
    'beside-meta-on-attachment': session(
      [...oneDone, memo(8, 7, 'x'), prompt(9, 8, 'Meta', { isMeta: true })],
      7,
    ),
    'beside-open-call': session([...two, memo(8, 6, 'x'), result(9, 5, 'b')], 9),
    'beside-before-its-call': session([memo(3, 5, 'x'), ...oneDone], 7),
    // None of these is sent.
    'beside-prompt': session([memo(5, 4, 'x')], 4),
    'beside-answer-without-calls': session([answer(5, 4, 'msg_b', text('look')), memo(6, 5, 'x')], 5),
    'beside-other-branch': session(
      [...oneDone, memo(8, 7, 'x'), memo(9, 8, 'y'), answer(11, 8, 'msg_d', text('Elsewhere'))],
      7,
    ),
    'beside-cancelled-prompt': session([...oneDone, memo(8, 7, 'x'), prompt(9, 8, 'Cancelled')], 7),
    'beside-of-agent': session([...oneDone, { ...memo(8, 7, 'x'), isSidechain: true }], 7),
    // On the path, where older clients part the answer in two.
    'attachment-between-calls': session(
      [one, memo(6, 5, 'x'), answer(7, 6, 'msg_b', call('c')), result(8, 7, 'b'), result(9, 8, 'c')],
      9,
    ),
    'attachments-around-result': session([one, memo(6, 5, 'x'), result(7, 6, 'b'), memo(8, 7, 'y')], 8),
  };
}

/** The conversation goes on behind entry `last`. */
function session(middle: readonly Fields[], last: number): string {
  return write([
    prompt(1, null, 'First question'),
    answer(2, 1, 'msg_a', text('First answer')),
    prompt(4, 2, 'Second question'),
    ...middle,
    answer(40, last, 'msg_y', text('Second answer')),
    prompt(50, 40, 'Third question'),
    answer(51, 50, 'msg_z', text('Third answer')),
  ]);
}

function memo(n: number, parent: number, word: string): Fields {
  const path = `/home/user/project/${word}.md`;
  return attachment(n, parent, {
    type: 'nested_memory',
    path,
    content: { path, type: 'Project', content: `Mind ${word}` },
    displayPath: path,
  });
}
