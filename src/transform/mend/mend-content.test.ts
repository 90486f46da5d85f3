import { expect, test } from 'vitest';
import { encodeUtf8 } from '../../base/bytes.ts';
import type { JsonObject } from '../../base/json.ts';
import { predictResume } from '../../context/predict-resume.ts';
import { parseLog } from '../../log/read-log.ts';
import { answer, entry, mend, prompt, says, text, texts } from './mend.fixture.ts';
import { mendSession } from './mend-session.ts';

test('[L1] halves of characters are made whole in what is sent, and thinking that holds one goes', () => {
  const half = '\\ud83d';
  const signed = answer('a1', 'p1', { type: 'thinking', thinking: 'hmHALF', signature: 'c2ln' }, 'm');
  const said = answer('a2', 'a1', { type: 'text', text: 'say HALF😀' }, 'm');
  const mended = mend(
    text(entry('user', 'p1', null, { role: 'user', content: 'ask HALF' }), signed, said).replaceAll(
      'HALF',
      half,
    ),
  );
  expect(mended.kinds).toEqual(['mend-character', 'drop-thinking', 'mend-character']);
  expect(mended.changes[1]?.message).toContain('thinking of an answer that holds half of a character');
  expect(mended.text).toContain('say \ufffd😀');
  expect(mended.text).not.toContain(half);
});

test('[R6] unsigned thinking goes with all thinking of its answer; empty text goes; large images become a word', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
  const source = text(
    { ...prompt('p1', null), message: { role: 'user', content: [{ type: 'text', text: 'ask p1' }, image] } },
    answer('k1', 'p1', { type: 'thinking', thinking: 'a', signature: 'sig' }, 'm'),
    answer('k2', 'k1', { type: 'thinking', thinking: 'b' }, 'm'),
    answer('a1', 'k2', { type: 'text', text: 'say a1' }, 'm'),
    answer('e1', 'a1', { type: 'text', text: '' }, 'm'),
  );
  const { lines, changes } = mendSession(parseLog(encodeUtf8(source)), {
    newUuid: () => 'n',
    tooLarge: () => '9000 px',
  });
  expect(changes.map((change) => change.kind)).toEqual([
    'drop-image',
    'drop-thinking',
    'drop-thinking',
    'drop-empty-text',
  ]);
  const mended = JSON.stringify(lines.map((line) => line.value));
  expect(mended).not.toContain('"thinking"');
  expect(mended).toContain('the API refuses it: 9000 px');
});

test('[R6] thinking whose signature is no text counts as unsigned, as the check says', () => {
  const thought = { type: 'thinking', thinking: 'so', signature: 42 };
  const mended = mend(
    text(prompt('p1', null), answer('a1', 'p1', thought as JsonObject, 'm'), {
      ...says('a2', 'a1'),
      message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'say' }] },
    }),
  );
  expect(mended.kinds).toEqual(['drop-thinking']);
});

test('[R6] an entry that is left without content goes, and what hung on it hangs on what it hung on', () => {
  const mended = mend(
    text(
      prompt('p1', null),
      answer('k1', 'p1', { type: 'thinking', thinking: 'b' }, 'm'),
      answer('e1', 'k1', { type: 'text', text: ' ' }, 'm'),
      says('a1', 'e1'),
      { type: 'last-prompt', leafUuid: 'a1' },
    ),
  );
  expect(mended.kinds).toEqual(['drop-thinking', 'drop-empty-text']);
  const links = mended.lines.map((line) => line.kind === 'entry' && [line.value.uuid, line.value.parentUuid]);
  expect(links).toEqual([
    ['p1', null],
    ['a1', 'p1'],
    [undefined, undefined],
  ]);
  const { uuid: _, ...loose } = answer('k1', 'p1', { type: 'text', text: '' }, 'm');
  const beside = { type: 'summary', summary: 'of something', leafUuid: 'x' };
  expect(mend(text(prompt('p1', null), loose, beside, says('a1', 'p1'))).text).toContain('of something');
  const leaf = mend(
    text(prompt('p1', null), answer('k1', 'p1', { type: 'thinking', thinking: 'b' }, 'm'), {
      type: 'last-prompt',
      leafUuid: 'k1',
    }),
  );
  expect(leaf.text).toContain('"leafUuid":"p1"');
});

test('[R6] a conversation that begins with an answer gets a prompt that says so', () => {
  const mended = mend(text(says('a1', null), prompt('p2', 'a1'), says('a2', 'p2')));
  expect(mended.kinds).toEqual(['add-prompt']);
  expect(predictResume(mended.lines).messages[0]).toMatchObject({
    role: 'user',
    content: [{ type: 'text', text: '[The beginning of this conversation was lost.]' }],
  });
  expect(texts(mended.lines)).toEqual(['say a1', 'ask p2', 'say a2']);
  expect(mend(mended.text).kinds).toEqual([]);
  const early = { ...says('a1', null), timestamp: '-271821-04-20T00:00:00.000Z' };
  expect(mend(text(early, prompt('p2', 'a1'), says('a2', 'p2'))).kinds).toEqual(['add-prompt']);
});

test('[L1] halves of characters are made whole in attachments and notes, too, which clients make words of', () => {
  const half = '\\ud83d';
  const note = {
    type: 'attachment',
    uuid: 'n1',
    parentUuid: 'p1',
    attachment: { type: 'file', snippet: 'x HALF' },
  };
  const mended = mend(text(prompt('p1', null), note, says('a1', 'n1')).replace('HALF', half));
  expect(mended.kinds).toContain('mend-character');
  expect(mended.text).toContain('x \ufffd');
});
