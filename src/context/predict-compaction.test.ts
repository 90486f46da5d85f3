import { expect, test } from 'vitest';
import { predictResume } from './predict-resume.ts';
import { answer, type Fields, prompt, sessionLines, text } from './small-session.fixture.ts';

function forecast(tokens: number, model: string, client?: string) {
  const line = answer(2, 1, 'msg_a', text('Answer'));
  const usage = { input_tokens: 100, cache_read_input_tokens: tokens - 200, output_tokens: 100 };
  const message = { ...(line.message as Fields), model, usage };
  const lines = sessionLines([prompt(1, null, 'Question'), { ...line, message }]);
  return predictResume(lines, client === undefined ? {} : { client });
}

test('[resume R28] near the end of the window the client compacts before it sends, by model', () => {
  expect(forecast(164_531, 'claude-opus-4-6').compaction).toMatchObject({ tokens: 164_531, compacts: true });
  expect(forecast(164_453, 'claude-opus-4-6').compaction?.compacts).toBe(false);
  expect(forecast(500_000, 'claude-opus-5-5').compaction?.compacts).toBe(false);
  expect(forecast(990_000, 'claude-sonnet-4-5').compaction).toMatchObject({
    limit: undefined,
    compacts: false,
  });
});

test('to 2.0.64 the limit is lower, and the session is told so', () => {
  expect(forecast(156_423, 'claude-opus-4-8', '2.0.64').compaction?.compacts).toBe(true);
  expect(forecast(156_423, 'claude-opus-4-8', '2.1.50').compaction?.compacts).toBe(false);
  expect(forecast(156_423, 'claude-opus-4-8', '2.0.64').notes[0]).toContain('may compact');
});
