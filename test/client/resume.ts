// Resumes a session file in a real client and returns the request that this made: what the client loaded of it.
import { existsSync } from 'node:fs';
import { copyFile, cp } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { LoggedRequest, RequestBody } from './api-script.ts';
import { type Client, installClient } from './install.ts';
import { Namespace } from './namespace.ts';
import { type ClientRun, runClient } from './run-client.ts';
import { makeScratch, removeScratch, type Scratch } from './scratch.ts';

/** Short, and in no session of the corpus: it marks the request that answers the resume. */
export const RESUME_PROMPT = 'Where were we, clew lab?';

export type Resumed =
  /** The first request of the agent loop that carries the prompt. */
  | { readonly kind: 'sent'; readonly body: RequestBody; readonly ms: number }
  /** The client compacted before it would send the prompt; `body` is the compaction request. */
  | { readonly kind: 'compacted'; readonly body: RequestBody; readonly ms: number }
  /** "No conversation found", in the client's own words. */
  | { readonly kind: 'refused'; readonly message: string; readonly ms: number }
  /** No request came in time; a client on a cycle of parents (to 2.0.64) spins for ever. */
  | { readonly kind: 'hung'; readonly ms: number }
  | { readonly kind: 'failed'; readonly code: number | null; readonly output: string; readonly ms: number };

export interface ResumeOptions {
  readonly prompt?: string;
  readonly timeout?: number;
  /** Resume under this id; the default is the file's name. */
  readonly sessionId?: string;
  /** More arguments for the client, such as `--model`; none by default, for some change what is sent. */
  readonly args?: readonly string[];
}

export interface ResumeRequest extends ResumeOptions {
  readonly version: string;
  readonly file: string;
}

/** Resumes one session in a namespace of its own. */
export async function resumeSession(request: ResumeRequest): Promise<Resumed> {
  const client = await installClient(request.version);
  const namespace = new Namespace();
  try {
    return await resumeIn(namespace, client, request.file, request);
  } finally {
    await namespace.close();
  }
}

/** Resumes a copy of the session in a scratch home; the file itself is only read. */
export async function resumeIn(
  namespace: Namespace,
  client: Client,
  file: string,
  options: ResumeOptions = {},
): Promise<Resumed> {
  const prompt = options.prompt ?? RESUME_PROMPT;
  const sessionId = options.sessionId ?? basename(file, '.jsonl');
  const scratch = await makeScratch();
  try {
    await copySession(file, sessionId, scratch);
    const run = await runClient(namespace, {
      client,
      scratch,
      args: ['-p', prompt, '--resume', sessionId, ...(options.args ?? [])],
      timeout: options.timeout ?? 30_000,
      stopAt: prompt,
    });
    return judge(run, prompt);
  } finally {
    await removeScratch(scratch);
  }
}

/** Copies the session and the folder beside it (agents, tool results) under the scratch project's slug. */
async function copySession(file: string, sessionId: string, scratch: Scratch): Promise<void> {
  await copyFile(file, join(scratch.sessions, `${sessionId}.jsonl`));
  const sidecar = join(dirname(file), basename(file, '.jsonl'));
  if (existsSync(sidecar)) await cp(sidecar, join(scratch.sessions, sessionId), { recursive: true });
}

function judge(run: ClientRun, prompt: string): Resumed {
  const { ms } = run;
  const output = `${run.stdout}\n${run.stderr}`.trim();
  // Having said so, 2.0.33 and 2.0.64 at times send the prompt alone before they end.
  if (run.stderr.includes('Failed to resume session')) return { kind: 'failed', code: run.code, output, ms };
  const last = run.requests.find((request) => request.kind === 'compact' || carries(request, prompt));
  if (last !== undefined)
    return { kind: last.kind === 'compact' ? 'compacted' : 'sent', body: last.body, ms };
  const refusal = output.split('\n').find((line) => line.includes('No conversation found'));
  if (refusal !== undefined) return { kind: 'refused', message: refusal.trim(), ms };
  if (run.ended === 'timeout') return { kind: 'hung', ms };
  return { kind: 'failed', code: run.code, output, ms };
}

function carries(request: LoggedRequest, prompt: string): boolean {
  if (request.kind !== 'agent') return false;
  const content = request.body.messages.findLast((message) => message.role === 'user')?.content ?? '';
  if (typeof content === 'string') return content.includes(prompt);
  return content.some((block) => block.type === 'text' && block.text?.includes(prompt));
}
