import { describe, expect, test } from 'vitest';
import { listApiIncidents } from './api-errors.ts';
import { lastCostState } from './cost-state.ts';
import { entriesOf, resultLine, useLine } from './entries-of.fixture.ts';
import { listHookRuns } from './hook-runs.ts';
import { listModeChanges } from './mode-changes.ts';
import { listModelChanges } from './model-changes.ts';
import { listPullRequests } from './pull-requests.ts';
import { replayQueue } from './queue-operations.ts';
import { readSessionState } from './session-state.ts';
import { todosAfter } from './todo-state.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString();
const user = (content: string, more: object = {}) => ({
  type: 'user',
  uuid: content,
  message: { content },
  ...more,
});
const answer = (model: string, more: object = {}) => ({
  type: 'assistant',
  message: { model, content: [] },
  ...more,
});

describe('todos and tasks', () => {
  test('[T1] the state after each change, with deleted tasks gone and failed calls without effect', () => {
    const todos = [{ content: 'a', status: 'pending' }];
    const { todos: history } = readSessionState(
      entriesOf(
        useLine('1', 'TodoWrite', { todos }),
        resultLine('1', 'ok', { oldTodos: [], newTodos: todos }),
        useLine('2', 'TaskCreate', { subject: 'S' }),
        resultLine('2', 'ok', { task: { id: '1', subject: 'S' } }),
        useLine('3', 'TaskUpdate', { taskId: '1', status: 'in_progress', owner: 'bob' }),
        resultLine('3', 'ok', { statusChange: { from: 'pending', to: 'in_progress' } }),
        useLine('4', 'TaskUpdate', { taskId: '1', status: 'deleted' }),
        resultLine('4', 'no', undefined, { is_error: true }),
        useLine('5', 'TaskUpdate', { taskId: '1', status: 'deleted' }),
        resultLine('5', 'ok'),
      ),
    );
    expect(history.changes.map(({ kind }) => kind)).toEqual(['list', 'created', 'updated', 'updated']);
    expect(
      todosAfter(history.changes.slice(0, 3)).map(({ text, status, owner }) => [text, status, owner]),
    ).toEqual([
      ['a', 'pending', undefined],
      ['S', 'in_progress', 'bob'],
    ]);
    expect(history.last.map(({ text }) => text)).toEqual(['a']);
  });

  test('[T1] tasks whose number the log does not tell are all kept', () => {
    const create = (id: string, subject: string, result?: object) => [
      useLine(id, 'TaskCreate', { subject }),
      resultLine(id, 'ok', result),
    ];
    const { todos: history } = readSessionState(
      entriesOf(
        ...create('1', 'known', { task: { id: '9', subject: 'known' } }),
        ...create('2', 'first'),
        useLine('3', 'TaskUpdate', { taskId: '9', status: 'deleted' }),
        resultLine('3', 'ok'),
        ...create('4', 'second'),
      ),
    );
    expect(history.last.map(({ text }) => text)).toEqual(['first', 'second']);
  });
});

describe('modes and models', () => {
  test('[E1] repeated modes are no changes; entries without a time take that of the one before', () => {
    const mode = (permissionMode: string) => ({ type: 'permission-mode', permissionMode });
    const changes = listModeChanges(
      entriesOf(
        user('x', { timestamp: at(1), permissionMode: 'default' }),
        mode('default'),
        mode('plan'),
        { type: 'mode', mode: 'normal' },
        user('y', { isSidechain: true, permissionMode: 'auto' }),
        { type: 'attachment', attachment: { type: 'plan_mode' } },
      ),
    );
    expect(changes.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['permission-mode', undefined, 'default'],
      ['permission-mode', 'default', 'plan'],
      ['mode', undefined, 'normal'],
    ]);
    expect(changes[1]?.at).toBe(Date.parse(at(1)));
  });

  test('[M6] the client and agents do not change the model; a fallback does', () => {
    const fallback = { type: 'system', subtype: 'model_refusal_fallback', fallbackModel: 'c' };
    const changes = listModelChanges(
      entriesOf(
        answer('a'),
        answer('<synthetic>'),
        answer('b', { isSidechain: true }),
        answer('a'),
        fallback,
        answer('c'),
      ),
    );
    expect(changes.map(({ from, to, cause }) => [from, to, cause])).toEqual([
      [undefined, 'a', 'answer'],
      ['a', 'c', 'fallback'],
    ]);
  });
});

describe('hooks', () => {
  test('[E1] [E2] runs are read from attachments, stop summaries and progress entries', () => {
    const hook = { hookName: 'PreToolUse:Bash', hookEvent: 'PreToolUse', command: 'lint', toolUseID: 't' };
    const runs = listHookRuns(
      entriesOf(
        {
          type: 'attachment',
          attachment: { type: 'hook_success', ...hook, exitCode: 0, durationMs: 7, stdout: 'fine' },
        },
        { type: 'attachment', attachment: { type: 'hook_non_blocking_error', ...hook, exitCode: 127 } },
        {
          type: 'attachment',
          attachment: { type: 'hook_blocking_error', ...hook, blockingError: { blockingError: 'no' } },
        },
        {
          type: 'attachment',
          attachment: { type: 'hook_additional_context', ...hook, content: ['know this'] },
        },
        { type: 'progress', data: { type: 'hook_progress', ...hook } },
        {
          type: 'system',
          subtype: 'stop_hook_summary',
          hookInfos: [{ command: 'a', durationMs: 3 }, { command: 'b' }],
          hookErrors: ['bad'],
        },
        { type: 'attachment', attachment: { type: 'skill_listing' } },
      ),
    );
    expect(runs.map(({ event, command, outcome, text }) => [event, command, outcome, text])).toEqual([
      ['PreToolUse', 'lint', 'ok', 'fine'],
      ['PreToolUse', 'lint', 'error', ''],
      ['PreToolUse', 'lint', 'blocked', 'no'],
      ['PreToolUse', 'lint', 'output', 'know this'],
      ['PreToolUse', 'lint', 'started', ''],
      ['Stop', 'a', 'error', 'bad'],
      ['Stop', 'b', 'error', ''],
    ]);
    expect(runs[0]).toMatchObject({ exitCode: 0, durationMs: 7, toolUseId: 't' });
  });
});

describe('failed requests', () => {
  const retry = (retryAttempt: number, error: object = {}) => ({
    type: 'system',
    subtype: 'api_error',
    retryAttempt,
    maxRetries: 10,
    error,
  });
  const failure = answer('<synthetic>', {
    isApiErrorMessage: true,
    message: { model: '<synthetic>', content: [{ type: 'text', text: 'API Error: 529 overloaded' }] },
  });

  test('[E2] retries join into one incident that ends with the next answer', () => {
    const overloaded = { status: 529, error: { error: { message: 'Overloaded' } } };
    const incidents = listApiIncidents(
      entriesOf(retry(1), retry(2, overloaded), answer('a'), retry(1), retry(2), failure, failure, retry(1)),
    );
    expect(
      incidents.map(({ retries, outcome, status, message }) => [retries, outcome, status, message]),
    ).toEqual([
      [2, 'recovered', 529, 'Overloaded'],
      [2, 'failed', 529, 'API Error: 529 overloaded'],
      [0, 'failed', 529, 'API Error: 529 overloaded'],
      [1, 'open', undefined, ''],
    ]);
  });

  test('a count that starts again is the next request', () => {
    expect(listApiIncidents(entriesOf(retry(1), retry(2), retry(1)))).toHaveLength(2);
  });

  test('a broken connection is named by its cause', () => {
    const broken = { ...retry(1), cause: { code: 'ECONNRESET' } };
    expect(listApiIncidents(entriesOf(broken))[0]?.message).toBe('ECONNRESET');
  });
});

describe('queue', () => {
  const operation = (name: string, content?: string) => ({
    type: 'queue-operation',
    operation: name,
    ...(content === undefined ? {} : { content }),
  });
  const outcomes = (...values: object[]) =>
    replayQueue(entriesOf(...values)).items.map(({ text, outcome, onlyHere }) => [text, outcome, onlyHere]);

  test('[U4] a prompt that was removed and stands nowhere else exists only in the queue', () => {
    const history = replayQueue(entriesOf(operation('enqueue', 'also this'), operation('remove')));
    expect(history.items).toMatchObject([{ text: 'also this', kind: 'prompt', onlyHere: true }]);
    const queued = { type: 'attachment', attachment: { type: 'queued_command', prompt: 'also this' } };
    expect(outcomes(operation('enqueue', 'also this'), operation('remove'), queued)).toEqual([
      ['also this', 'removed', false],
    ]);
  });

  test('[E3] first in, first out; an operation with a content takes that one; popAll empties the queue', () => {
    expect(
      outcomes(
        operation('enqueue', 'a'),
        operation('enqueue', 'b'),
        operation('enqueue', 'c'),
        operation('enqueue', 'd'),
        operation('remove', 'b'),
        operation('dequeue'),
        operation('popAll', 'c\nd'),
        operation('enqueue', 'e'),
      ),
    ).toEqual([
      ['a', 'dequeued', false],
      ['b', 'removed', true],
      ['c', 'popped', false],
      ['d', 'popped', false],
      ['e', 'waiting', false],
    ]);
  });

  test('[E3] a dequeue without an enqueue is kept as unmatched, a notification is no prompt', () => {
    const notice = '<task-notification>\n<task-id>x</task-id></task-notification>';
    const history = replayQueue(
      entriesOf(operation('dequeue'), operation('enqueue', notice), operation('remove')),
    );
    expect(history.unmatched).toHaveLength(1);
    expect(history.items[0]).toMatchObject({ kind: 'notification', onlyHere: true });
    const started = replayQueue(entriesOf(operation('enqueue', '{"task_id":"b1","task_type":"local_bash"}')));
    expect(started.items[0]?.kind).toBe('notification');
  });

  test('100,000 operations are replayed at once', () => {
    const many = Array.from({ length: 50_000 }, (_, n) => operation('enqueue', `p${n}`));
    for (const out of [
      many.map(() => operation('dequeue')),
      many.map((_, n) => operation('remove', `p${n ^ 1}`)),
    ]) {
      const { items, unmatched } = replayQueue(entriesOf(...many, ...out));
      expect(items.filter(({ outcome }) => outcome === 'waiting')).toEqual([]);
      expect(unmatched).toEqual([]);
    }
  });
});

describe('pull requests and cost', () => {
  test('[E1] a pull request is listed once, with what was done to it', () => {
    const link = (time: number) => ({
      type: 'pr-link',
      prNumber: 3,
      prUrl: 'https://x/pull/3',
      prRepository: 'o/r',
      timestamp: at(time),
    });
    const commented = {
      ...resultLine('t', ''),
      toolUseResult: { gitOperation: { pr: { number: 3, url: 'https://x/pull/3', action: 'commented' } } },
    };
    const [request, ...rest] = listPullRequests(entriesOf(link(5), commented, link(9)));
    expect(rest).toEqual([]);
    expect(request).toMatchObject({
      number: 3,
      repository: 'o/r',
      actions: ['commented'],
      lastAt: Date.parse(at(9)),
    });
    expect(request?.firstAt).toBe(Date.UTC(2026, 0, 1, 0, 0, 2, 500));
  });

  test('[E4] the last cost-state counts', () => {
    const state = (totalCostUSD: number) => ({
      type: 'cost-state',
      totalCostUSD,
      modelUsage: {
        m: {
          inputTokens: 1,
          outputTokens: 2,
          cacheReadInputTokens: 3,
          cacheCreationInputTokens: 4,
          costUSD: 5,
        },
      },
    });
    const cost = lastCostState(entriesOf(state(1), state(2)));
    expect(cost).toMatchObject({
      totalCostUSD: 2,
      models: [{ model: 'm', input: 1, output: 2, cacheRead: 3, cacheWrite: 4, costUSD: 5 }],
    });
    expect(lastCostState(entriesOf(user('x')))).toBeUndefined();
  });
});
