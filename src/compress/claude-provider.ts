// The installed client as a model: `claude -p`, without tools, without the project's files, leaving no session behind.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { numberField, objectField, parseObject, stringField } from '../base/json.ts';
import { type Answer, chatProvider, type Question } from './chat.ts';
import { type Provider, ProviderFailure } from './provider.ts';

export interface ClaudeOptions {
  /** The program and what comes before its flags. */
  readonly command: readonly [string, ...string[]];
  readonly model: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeout: number;
  readonly concurrency?: number;
}

export const CLAUDE_MODEL = 'haiku';

export function claudeProvider(options: ClaudeOptions): Provider {
  const about = {
    name: 'claude',
    model: options.model,
    destination: 'Anthropic (or whoever your client is set up for), through the installed client',
    concurrency: options.concurrency ?? 2,
  } as const;
  return chatProvider(about, async (question, signal) => {
    // An empty folder: no CLAUDE.md, no project settings, no files that the client would speak of.
    const cwd = await mkdtemp(join(tmpdir(), 'clew-compress-'));
    try {
      return readOutput(await run(question, options, cwd, signal));
    } finally {
      await rm(cwd, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
    }
  });
}

/** Known to every client from 2.0.64 on: no tools, no servers, no project's settings, no session left behind. */
export function claudeFlags({ system }: Pick<Question, 'system'>, model: string): string[] {
  return [
    ...['-p', '--output-format', 'json', '--model', model, '--system-prompt', system],
    ...['--tools', '', '--strict-mcp-config', '--setting-sources', 'user', '--no-session-persistence'],
  ];
}

function run(question: Question, options: ClaudeOptions, cwd: string, signal: AbortSignal): Promise<string> {
  const [program, ...first] = options.command;
  // Inside a session of the client this is set, and newer ones then refuse to start another.
  const { CLAUDECODE: _, ...env } = options.env;
  return new Promise((done, fail) => {
    const child = spawn(program, [...first, ...claudeFlags(question, options.model)], {
      cwd,
      env: env as NodeJS.ProcessEnv,
      signal: AbortSignal.any([signal, AbortSignal.timeout(options.timeout)]),
      killSignal: 'SIGKILL',
    });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) fail(error);
      else if (error.code === 'ENOENT')
        fail(new ProviderFailure('hopeless', `the program "${program}" was not found`));
      else if (error.name === 'AbortError' || error.code === 'ABORT_ERR')
        fail(new ProviderFailure('passing', 'the client did not answer in time'));
      else fail(new ProviderFailure('passing', error.message));
    });
    child.on('close', (code) => {
      if (code === 0 || out.trim().startsWith('{')) done(out);
      else
        fail(failureOfWords((err || out).trim().split('\n').at(-1) || `the client ended with code ${code}`));
    });
    // A client that ends before it has read the prompt says why on its own.
    child.stdin.on('error', () => {});
    child.stdin.end(question.prompt);
  });
}

function readOutput(out: string): Answer {
  const body = parseObject(out);
  if (!body) throw new ProviderFailure('passing', 'the client printed no JSON object');
  const text = stringField(body, 'result');
  if (text === undefined) throw new ProviderFailure('passing', 'the client gave no result');
  if (body.is_error === true) throw failureOfWords(text);
  const usage = objectField(body, 'usage');
  return {
    text,
    cutOff: body.stop_reason === 'max_tokens',
    usage: {
      input:
        (numberField(usage, 'input_tokens') ?? 0) +
        (numberField(usage, 'cache_creation_input_tokens') ?? 0) +
        (numberField(usage, 'cache_read_input_tokens') ?? 0),
      output: numberField(usage, 'output_tokens') ?? 0,
    },
  };
}

// The client tells of errors in words only.
function failureOfWords(words: string): ProviderFailure {
  const line = words.slice(0, 300);
  if (/\b(?:429|5\d\d)\b|overloaded|rate.?limit|time(?:d)?.?out|connection/i.test(line))
    return new ProviderFailure('passing', line);
  const hopeless = /unknown option|log ?in|api key|credit|not found|usage limit|model/i.test(line);
  return new ProviderFailure(hopeless ? 'hopeless' : 'refused', line);
}
