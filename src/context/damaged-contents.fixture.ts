// Sessions whose calls, results, blocks or attachments are unusual or broken.
import {
  answerBlocks,
  drop,
  patch,
  patchBlock,
  relink,
  renameMessage,
  synthetic,
  write,
} from './damage.fixture.ts';
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
  time,
  uuid,
} from './small-session.fixture.ts';

const QUEUED = {
  type: 'queued_command',
  prompt: 'And mind the gap',
  source_uuid: uuid(70),
  commandMode: 'prompt',
};

export function damagedPairs(): Record<string, string> {
  const base = baseSession();
  return {
    'orphan-use-mid-relinked': write(relink(drop(7), { 8: 6 })),
    'orphan-use-mid-unlinked': write(drop(7)),
    'orphan-use-parallel': write(drop(12)),
    'orphan-use-end': write(base.slice(0, 6)),
    'orphan-use-end-parallel': write(base.slice(0, 10)),
    'end-after-one-of-three': write(base.slice(0, 11)),
    'end-after-three': write(base.slice(0, 13)),
    'orphan-result': write(relink(drop(6), { 7: 5 })),
    'orphan-result-alone': write([result(1, null, 'z'), answer(2, 1, 'msg_a', text('Answer'))]),
    'orphan-result-parallel': write(relink(drop(9), { 10: 8, 12: 8 })),
    'result-twice': write([
      ...base.slice(0, 13),
      result(30, 13, 'e', 'again'),
      ...relink(base.slice(13), { 14: 30 }),
    ]),
    'two-messages-same-id': write(base.map((line) => renameMessage(line, 'msg_d', 'msg_c'))),
    'blocks-on-one-line': write([
      ...base.slice(0, 7),
      answerBlocks(8, 7, 'msg_c', [text('three'), call('c'), call('d'), call('e')]),
      result(11, 8, 'c'),
      result(12, 11, 'd'),
      result(13, 12, 'e'),
      ...base.slice(13),
    ]),
    'partly-answered-line': write([
      ...base.slice(0, 7),
      answerBlocks(8, 7, 'msg_c', [text('two'), call('c'), call('d')]),
      result(12, 8, 'd'),
      answer(14, 12, 'msg_d', text('Second answer')),
    ]),
  };
}

export function damagedContents(): Record<string, string> {
  const base = baseSession();
  const say = (content: unknown) => patch(3, { message: { ...(base[2]?.message as Fields), content } });
  return {
    'empty-text': write(say([text('')])),
    'blank-text': write(say([text('\n\n')])),
    'blank-message': write([
      ...base.slice(0, 1),
      answer(2, 1, 'msg_a', text('\n\n')),
      ...relink(base.slice(3), { 4: 2 }),
    ]),
    'blank-message-then-interrupted': write([
      ...base.slice(0, 1),
      answer(2, 1, 'msg_a', text('\n\n')),
      ...relink(base.slice(3, 7), { 4: 2 }),
      prompt(30, 7, [text('[Request interrupted by user for tool use]')]),
    ]),
    'blank-block-then-interrupted': write([
      ...base.slice(0, 2),
      answer(31, 2, 'msg_a', text('\n\n')),
      answer(3, 31, 'msg_a', text('First answer')),
      ...base.slice(3, 7),
      prompt(40, 7, [text('[Request interrupted by user for tool use]')]),
    ]),
    'empty-content': write(say([])),
    'empty-content-beside-text': write([
      ...base.slice(0, 1),
      answerBlocks(2, 1, 'msg_a', []),
      ...base.slice(2),
    ]),
    'empty-content-behind-text': write([
      ...base.slice(0, 3),
      answerBlocks(30, 3, 'msg_a', []),
      ...relink(base.slice(3), { 4: 30 }),
    ]),
    'user-empty-content': write(patch(4, { message: { role: 'user', content: [] } })),
    'user-blank': write(patch(4, { message: { role: 'user', content: ' ' } })),
    'two-prompts': write(
      relink([...base.slice(0, 4), prompt(30, 4, 'And more'), ...base.slice(4)], { 5: 30 }),
    ),
    'prompt-parts': write(patch(4, { message: { role: 'user', content: [text('one'), text('two')] } })),
    'thinking-unsigned': write(patchBlock(2, { signature: undefined })),
    'thinking-empty-signature': write(patchBlock(2, { signature: '' })),
    'thinking-other-model': write(
      patch(2, { message: { ...(base[1]?.message as Fields), model: 'claude-opus-4-6' } }),
    ),
    'api-error': write([
      ...base.slice(0, 3),
      answer(30, 3, 'id-of-error', text('API Error: 500'), {
        isApiErrorMessage: true,
        message: synthetic('API Error: 500'),
      }),
      ...relink(base.slice(3), { 4: 30 }),
    ]),
    'synthetic-text': write([
      ...base.slice(0, 3),
      answer(30, 3, 'id-of-words', text('x'), { message: synthetic('Cut short') }),
      ...relink(base.slice(3), { 4: 30 }),
    ]),
    'renamed-tools': write([
      ...base.slice(0, 4),
      answer(5, 4, 'msg_b', call('b', 'Task', { description: 'd', prompt: 'p', subagent_type: 'Explore' })),
      result(7, 5, 'b'),
      answer(8, 7, 'msg_c', call('c', 'KillShell', { shell_id: 'a' })),
      result(9, 8, 'c'),
      answer(14, 9, 'msg_d', text('Second answer')),
    ]),
    'attachment-after-result': write([
      ...base.slice(0, 7),
      attachment(30, 7, HOOK),
      ...relink(base.slice(7), { 8: 30 }),
    ]),
    'attachment-after-list-result': write([
      ...base.slice(0, 6),
      result(7, 6, 'b', [text('one'), text('two ')]),
      attachment(30, 7, HOOK),
      ...relink(base.slice(7), { 8: 30 }),
    ]),
    'two-attachments-after-list-result': write([
      ...base.slice(0, 6),
      result(7, 6, 'b', [text('one'), text('two ')]),
      attachment(30, 7, HOOK),
      attachment(31, 30, HOOK),
      ...relink(base.slice(7), { 8: 31 }),
    ]),
    'two-attachments-after-result': write([
      ...base.slice(0, 6),
      result(7, 6, 'b', '  padded\n'),
      attachment(30, 7, HOOK),
      attachment(31, 30, HOOK),
      ...relink(base.slice(7), { 8: 31 }),
    ]),
    'queued-prompt': write(queued(QUEUED)),
    'queued-prompt-system-role': write(queued(QUEUED).map(asOpus)),
    'queued-prompt-of-person': write(queued({ ...QUEUED, humanTurn: true, origin: { kind: 'human' } })),
    'queued-prompt-of-person-system-role': write(
      queued({ ...QUEUED, humanTurn: true, origin: { kind: 'human' } }).map(asOpus),
    ),
    'queued-report': write(
      queued({
        ...QUEUED,
        prompt: '<task-notification>x</task-notification>',
        commandMode: 'task-notification',
      }),
    ),
    'queued-report-system-role': write(
      queued({
        ...QUEUED,
        prompt: '<task-notification>x</task-notification>',
        commandMode: 'task-notification',
      }).map(asOpus),
    ),
    'token-reminder': write(
      queued({ type: 'total_tokens_reminder', text: '<total_tokens>9 tokens left</total_tokens>' }),
    ),
    'attachment-after-prompt': write([
      ...base.slice(0, 4),
      attachment(30, 4, HOOK),
      ...relink(base.slice(4), { 5: 30 }),
    ]),
  };
}

function queued(fields: Fields): Fields[] {
  const base = baseSession();
  return [
    ...base.slice(0, 7),
    { ...attachment(30, 7, fields), timestamp: time(7.5) },
    ...relink(base.slice(7), { 8: 30 }),
  ];
}

/** The same with answers of a model that takes reminders in the system role. */
function asOpus(line: Fields): Fields {
  const message = line.message as Fields | undefined;
  return message?.model === undefined ? line : { ...line, message: { ...message, model: 'claude-opus-4-8' } };
}
