// A stand-in for a model on loopback: speaks the Messages API and chat completions, and misbehaves as a script says.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number;
}

/** What comes back: words of the model, or something else altogether. */
export type Reply =
  | { readonly text: string; readonly stop?: string }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly message?: string }
  | { readonly raw: string }
  | { readonly hang: true };

export type Script = (asked: Asked, number: number) => Reply | Promise<Reply>;

export interface ScriptedApi {
  readonly url: string;
  readonly asked: Asked[];
  /** The most requests that were open at once. */
  readonly most: () => number;
  readonly close: () => Promise<void>;
}

export async function startScriptedApi(script: Script): Promise<ScriptedApi> {
  const asked: Asked[] = [];
  let open = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    open++;
    most = Math.max(most, open);
    response.on('close', () => {
      open--;
    });
    const messages = body.messages as { role: string; content: string }[];
    const one: Asked = {
      url: request.url ?? '',
      headers: request.headers,
      system: (body.system as string) ?? messages.find(({ role }) => role === 'system')?.content ?? '',
      prompt: messages.find(({ role }) => role === 'user')?.content ?? '',
      maxTokens: Number(body.max_tokens),
    };
    asked.push(one);
    answer(response, one, await script(one, asked.length));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    most: () => most,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return JSON.parse(text);
}

function answer(response: ServerResponse, { url, prompt }: Asked, reply: Reply): void {
  if ('hang' in reply) return;
  if ('raw' in reply) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(reply.raw);
    return;
  }
  if ('status' in reply) {
    const error = { type: 'error', error: { type: 'api_error', message: reply.message ?? 'scripted' } };
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(error));
    return;
  }
  const [input, output] = [Math.ceil(prompt.length / 4), Math.ceil(reply.text.length / 4)];
  const body = url.endsWith('/chat/completions')
    ? {
        choices: [
          { message: { role: 'assistant', content: reply.text }, finish_reason: reply.stop ?? 'stop' },
        ],
        usage: { prompt_tokens: input, completion_tokens: output },
      }
    : {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content: [{ type: 'text', text: reply.text }],
        stop_reason: reply.stop ?? 'end_turn',
        usage: { input_tokens: input, output_tokens: output },
      };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export interface Item {
  readonly tag: string;
  readonly id: string;
  readonly words: number;
  readonly text: string;
}

export function itemsOf(prompt: string): Item[] {
  return [
    ...prompt.matchAll(/<(item-[0-9a-f]+) id="(\d+)"[^>]*words="(\d+)"[^>]*>\n([\s\S]*?)\n<\/\1>/g),
  ].map(([, tag, id, words, text]) => ({ tag, id, words: Number(words), text }) as Item);
}

/** A model that does as it is told, up to a factor: words of the text itself, about as many as were asked for. */
export function honest(prompt: string, factor = 1): string {
  return itemsOf(prompt)
    .map(({ tag, id, words, text }) => `<${tag} id="${id}">${someWords(text, words * factor)}</${tag}>`)
    .join('\n');
}

/** Whole words only, spread over the text; letters, so that they weigh what prose weighs. */
function someWords(text: string, count: number): string {
  const all = text.match(/\[\[SECRET_\d+\]\]|[A-Za-z]{2,14}/g) ?? ['nothing'];
  const wanted = Math.max(1, Math.round(count));
  const picked = Array.from(
    { length: wanted },
    (_, i) => all[Math.floor((i * all.length) / wanted)] as string,
  );
  return `${picked.join(' ')}.`;
}
