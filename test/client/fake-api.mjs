// A scripted stand-in for the Messages API on loopback; the types of its script are in api-script.ts.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const PLACEHOLDER_USAGE = {
  input_tokens: 12,
  cache_creation_input_tokens: 1000,
  cache_read_input_tokens: 5000,
  cache_creation: { ephemeral_5m_input_tokens: 1000, ephemeral_1h_input_tokens: 0 },
  output_tokens: 1,
  service_tier: 'standard',
};
const SUGGESTION = /Reply with ONLY the suggestion/;
const COMPACTION = /Your task is to create a detailed summary of|Tool use is not allowed during compaction/;
let messages = 0;

/** Starts one API; every request is appended to `logPath` and told to `onRequest` before it is answered. */
export function startApi(script, logPath, onRequest = () => {}) {
  const queues = {
    main: [...(script.answers ?? [])],
    compact: [...(script.compactions ?? [])],
    rules: (script.rules ?? []).map((rule) => ({ ...rule, left: [...rule.answers] })),
  };
  const server = createServer((request, response) => {
    request.setEncoding('utf8');
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const body = parse(text);
      const kind = kindOf(request.url, body);
      const at = new Date().toISOString();
      appendFileSync(
        logPath,
        `${JSON.stringify({ method: request.method, url: request.url, kind, at, body })}\n`,
      );
      onRequest(kind, body);
      if (kind === 'count') json(response, { input_tokens: Math.ceil(text.length / 4) });
      else if (kind === 'other') json(response, {});
      else answer(response, body, choose(kind, body, script, queues));
    });
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done({ port: server.address().port, close: () => server.close() }));
  });
}

/** What a request is for: agent (the loop, main or sub-agent), compact, title, warmup, suggestion, count, other. */
export function kindOf(url, body) {
  if (url.includes('count_tokens')) return 'count';
  if (!url.startsWith('/v1/messages')) return 'other';
  if (COMPACTION.test(textOf(lastUser(body)))) return 'compact';
  // Interactive clients of about 2.1.50 ask, with tools, what the user might type next.
  if (SUGGESTION.test(textOf(lastUser(body)))) return 'suggestion';
  // Clients 2.0.28 to 2.1.5 start agents nobody called, with this one word as their prompt.
  if (textOf(firstUser(body)).trim().endsWith('Warmup')) return 'warmup';
  return (body.tools ?? []).length > 0 ? 'agent' : 'title';
}

function choose(kind, body, script, queues) {
  if (kind === 'title') return script.title ?? { text: 'A short title' };
  // Longer than the twelve words a suggestion may have, so that none is shown in the input box.
  if (kind === 'suggestion')
    return { text: 'Nothing comes to mind, and so there is no short line to be typed here next.' };
  if (kind === 'warmup') return { text: 'Ready.' };
  if (kind === 'compact') return queues.compact.shift() ?? { text: '<summary>They talked.</summary>' };
  const first = textOf(firstUser(body));
  const last = textOf(lastUser(body));
  for (const rule of queues.rules) {
    const fits =
      (rule.first === undefined || new RegExp(rule.first).test(first)) &&
      (rule.last === undefined || new RegExp(rule.last).test(last));
    if (fits) return rule.left.shift() ?? { text: 'Done.' };
  }
  return queues.main.shift() ?? { text: 'Done.' };
}

function answer(response, body, answer) {
  setTimeout(() => {
    if (answer.status) {
      const error = { type: answer.error ?? 'api_error', message: answer.message ?? 'scripted failure' };
      return json(response, { type: 'error', error }, answer.status);
    }
    const message = messageOf(body, answer);
    const output = answer.out ?? 123;
    if (body.stream) return stream(response, message, output, answer);
    json(response, { ...message, usage: { ...message.usage, output_tokens: output } });
  }, answer.delay ?? 0);
}

function messageOf(body, answer) {
  const id = `msg_lab${process.pid}x${Date.now().toString(36)}x${++messages}`;
  const content = (answer.content ?? [{ type: 'text', text: answer.text }]).map((block, index) =>
    block.type === 'tool_use' ? { id: `toolu_${id.slice(4)}x${index}`, ...block } : block,
  );
  const calls = content.some((block) => block.type === 'tool_use');
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: body.model,
    content,
    stop_reason: answer.stop_reason ?? (calls ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    usage: { ...PLACEHOLDER_USAGE, ...answer.usage },
  };
}

async function stream(response, message, output, { gap = 0, wordGap = 0 }) {
  const send = (type, data) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': `req_${message.id}` });
  send('message_start', { message: { ...message, content: [], stop_reason: null } });
  for (const [index, block] of message.content.entries()) {
    if (index > 0) await pause(gap);
    const [start, deltas] = pieces(block, wordGap > 0);
    send('content_block_start', { index, content_block: start });
    for (const [word, delta] of deltas.entries()) {
      if (word > 0) await pause(wordGap);
      send('content_block_delta', { index, delta });
    }
    send('content_block_stop', { index });
  }
  const delta = { stop_reason: message.stop_reason, stop_sequence: null };
  send('message_delta', { delta, usage: { output_tokens: output } });
  send('message_stop', {});
  response.end();
}

function pieces(block, byWord) {
  const words = (text) => (byWord ? (text.match(/\S+\s*/g) ?? [text]) : [text]);
  if (block.type === 'text') {
    return [{ type: 'text', text: '' }, words(block.text).map((text) => ({ type: 'text_delta', text }))];
  }
  if (block.type === 'thinking') {
    const thoughts = words(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking }));
    const signature = { type: 'signature_delta', signature: block.signature ?? 'c2lnbmF0dXJl' };
    return [{ type: 'thinking', thinking: '', signature: '' }, [...thoughts, signature]];
  }
  if (block.type === 'tool_use') {
    const input = { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    return [{ type: 'tool_use', id: block.id, name: block.name, input: {} }, [input]];
  }
  return [block, []];
}

function firstUser(body) {
  return (body.messages ?? []).find((message) => message.role === 'user');
}

function lastUser(body) {
  return (body.messages ?? []).findLast((message) => message.role === 'user');
}

function textOf(message) {
  const content = message?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

function parse(text) {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return {};
  }
}

function json(response, value, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${++messages}` });
  response.end(JSON.stringify(value));
}

function pause(ms) {
  return ms > 0 ? new Promise((done) => setTimeout(done, ms)) : undefined;
}
