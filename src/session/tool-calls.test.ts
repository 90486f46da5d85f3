import { describe, expect, test } from 'vitest';
import { entriesOf, resultLine, useLine } from './entries-of.fixture.ts';
import { pairToolCalls, type ToolCall } from './tool-calls.ts';

function onlyCall(...values: object[]): ToolCall {
  const { calls } = pairToolCalls(entriesOf(...values));
  expect(calls).toHaveLength(1);
  return calls[0] as ToolCall;
}

function statusOf(content: unknown, toolUseResult?: unknown, block: object = {}, name = 'Bash'): string {
  return onlyCall(useLine('t', name, {}), resultLine('t', content, toolUseResult, block)).status;
}

describe('pairing', () => {
  test('[T1] a use finds its result by id', () => {
    const call = onlyCall(
      useLine('t1', 'Bash', { command: 'ls' }),
      resultLine('t1', 'a.ts', { stdout: 'a.ts' }),
    );
    expect(call).toMatchObject({
      id: 't1',
      name: 'Bash',
      input: { command: 'ls' },
      resultText: 'a.ts',
      status: 'ok',
    });
    expect(call.toolUseResult).toEqual({ stdout: 'a.ts' });
    expect(call.messageId).toBe('msg-t1');
  });

  test('[T1] a use without result is pending, a result without use is stray', () => {
    const { calls, strayResults } = pairToolCalls(entriesOf(useLine('a', 'Read', {}), resultLine('b', 'x')));
    expect(calls.map((call) => call.status)).toEqual(['pending']);
    expect(strayResults.map((result) => result.block.tool_use_id)).toEqual(['b']);
  });

  test('[T1] a second result is a re-logged copy: the first counts', () => {
    const call = onlyCall(useLine('a', 'Bash', {}), resultLine('a', 'first'), resultLine('a', 'second'));
    expect(call.resultText).toBe('first');
    expect(call.results).toHaveLength(2);
  });

  test('a use that was logged twice is one call', () => {
    const call = onlyCall(
      useLine('a', 'Bash', {}),
      useLine('a', 'Bash', {}, { uuid: 'again' }),
      resultLine('a', 'x'),
    );
    expect(call.copies.map((entry) => entry.value.uuid)).toEqual(['again']);
    expect(call.parallel).toEqual({ count: 1, position: 1 });
  });

  test('[G5] a result that stands before its use is still its result', () => {
    expect(onlyCall(resultLine('a', 'x'), useLine('a', 'Bash', {})).resultText).toBe('x');
  });

  test('[T4] uses of one message are parallel, also with a result between them', () => {
    const message = (id: string) => ({
      message: { id: 'm', content: [{ type: 'tool_use', id, name: 'Read', input: {} }] },
    });
    const { calls } = pairToolCalls(
      entriesOf(useLine('a', '', {}, message('a')), resultLine('a', 'x'), useLine('b', '', {}, message('b'))),
    );
    expect(calls.map((call) => call.parallel)).toEqual([
      { count: 2, position: 1 },
      { count: 2, position: 2 },
    ]);
  });

  test('[T3] a result of blocks gives its text and its images', () => {
    const image = { type: 'image', source: { type: 'base64', data: '' } };
    const call = onlyCall(useLine('a', 'Read', {}), resultLine('a', [{ type: 'text', text: 'hi' }, image]));
    expect(call.resultText).toBe('hi');
    expect(call.resultImages).toEqual([image]);
  });

  test('[T2] toolUseResult of a line with several results belongs to none of them', () => {
    const both = {
      ...resultLine('a', ''),
      message: {
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: '1' },
          { type: 'tool_result', tool_use_id: 'b', content: '2' },
        ],
      },
      toolUseResult: { stdout: '1' },
    };
    const { calls } = pairToolCalls(entriesOf(useLine('a', 'Bash', {}), useLine('b', 'Bash', {}), both));
    expect(calls.map((call) => [call.resultText, call.toolUseResult])).toEqual([
      ['1', undefined],
      ['2', undefined],
    ]);
  });

  test('odd shapes are read, not thrown at', () => {
    const odd = entriesOf(useLine('a', null as unknown as string, 'not an object'), resultLine('a', 42, 7), {
      type: 'assistant',
      message: { content: [null, 1, { type: 'tool_use' }, { type: 'tool_result' }] },
    });
    expect(pairToolCalls(odd).calls[0]).toMatchObject({ name: '(none)', input: {}, resultText: '' });
  });
});

describe('duration', () => {
  test("the tool's own figure goes before the timestamps", () => {
    const timed = onlyCall(useLine('a', 'Glob', {}), resultLine('a', '', { durationMs: 11 }));
    expect([timed.durationMs, timed.durationBasis]).toEqual([11, 'logged']);
    const plain = onlyCall(useLine('a', 'Glob', {}), resultLine('a', ''));
    expect([plain.durationMs, plain.durationBasis]).toEqual([2500, 'timestamps']);
    expect(
      onlyCall(useLine('a', 'WebSearch', {}), resultLine('a', '', { durationSeconds: 1.5 })).durationMs,
    ).toBe(1500);
  });

  test('[G5] a result dated before its use has no duration', () => {
    const late = { timestamp: '2026-01-02T00:00:00.000Z' };
    expect(onlyCall(useLine('a', 'Bash', {}, late), resultLine('a', '')).durationMs).toBeUndefined();
  });
});

describe('status', () => {
  test('output on stderr is no error', () => {
    expect(
      statusOf('warning', { stdout: '', stderr: 'warning', interrupted: false }, { is_error: false }),
    ).toBe('ok');
  });

  test('an error flag is one, and so is an exit code that the client logged', () => {
    expect(statusOf('Exit code 1\nno', 'Error: Exit code 1\nno', { is_error: true })).toBe('error');
    expect(statusOf('', { exitCode: 2 })).toBe('error');
    expect(statusOf('', { exitCode: 1, returnCodeInterpretation: 'No matches found' })).toBe('ok');
  });

  test("a person's no is a rejection", () => {
    const text = "The user doesn't want to proceed with this tool use. The tool use was rejected";
    expect(statusOf(text, 'User rejected tool use', { is_error: true })).toBe('rejected');
    expect(statusOf(text, `Error: ${text}`, { is_error: true })).toBe('rejected');
    expect(statusOf(text, undefined, {})).toBe('ok');
  });

  test('Esc while a tool runs is an interruption, a time-out is an error', () => {
    const esc = 'Exit code 137\n[Request interrupted by user for tool use]';
    expect(statusOf(esc, `Error: ${esc}`, { is_error: true })).toBe('interrupted');
    expect(statusOf('[Request interrupted by user for tool use]', undefined, { is_error: true })).toBe(
      'interrupted',
    );
    expect(statusOf('', { interrupted: true })).toBe('interrupted');
    expect(statusOf('Command timed out after 2m', { interrupted: true })).toBe('error');
  });
});
