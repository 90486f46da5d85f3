// Forges a session of very many short turns: each a prompt, a call with its result and an answer, with a compaction now and then.
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const MANY_ID = '20000000-0000-4000-8000-000000000000';
const CWD = '/home/dev/work/harbor';
const START = Date.parse('2026-02-01T08:00:00Z');
const TURNS_PER_WINDOW = 150;
const SYSTEM_TOKENS = 18_000;
const TOOLS = ['Read', 'Bash', 'Grep', 'Edit'];

/** The path of the file; made once, then kept in the temporary folder. */
export function manyTurns(turns) {
  const file = join(tmpdir(), 'clew-bench', `turns-${turns}`, `${MANY_ID}.jsonl`);
  if (existsSync(file)) return file;
  mkdirSync(dirname(file), { recursive: true });
  const handle = openSync(`${file}.part`, 'w');
  for (const chunk of chunksOf(turns)) writeSync(handle, chunk);
  closeSync(handle);
  renameSync(`${file}.part`, file);
  return file;
}

function* chunksOf(turns) {
  const session = { parent: null, count: 0, time: START, context: SYSTEM_TOKENS, lines: [] };
  for (let turn = 0; turn < turns; turn++) {
    if (turn > 0 && turn % TURNS_PER_WINDOW === 0) putCompaction(session);
    putTurn(session, turn);
    if (session.lines.length > 2000) yield `${session.lines.splice(0).join('\n')}\n`;
  }
  yield `${session.lines.join('\n')}\n`;
}

function putTurn(session, turn) {
  const file = `${CWD}/src/part-${turn % 97}.ts`;
  put(session, {
    type: 'user',
    message: {
      role: 'user',
      content: `Turn ${turn}: look at part ${turn % 97} again and say what its lamp does.`,
    },
  });
  const tool = TOOLS[turn % TOOLS.length];
  const id = `toolu_${String(turn).padStart(20, '0')}`;
  const input = inputOf(tool, file, turn);
  answer(session, turn, 'a', { type: 'tool_use', id, name: tool, input }, 'tool_use');
  const result = `${turn}\tconst lamp = ${turn};\n`.repeat(20 + (turn % 40));
  session.context += Math.round(result.length / 4);
  put(session, {
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] },
    toolUseResult: { stdout: result.slice(0, 200), stderr: '', interrupted: false },
  });
  answer(
    session,
    turn,
    'b',
    { type: 'text', text: `The lamp of part ${turn % 97} is **on**: ${'so it is. '.repeat(8)}` },
    'end_turn',
  );
}

function inputOf(tool, file, turn) {
  if (tool === 'Bash') return { command: `npm test -- part-${turn % 97}`, description: 'Run a test' };
  if (tool === 'Grep') return { pattern: `lamp ${turn}`, path: CWD };
  if (tool === 'Edit') return { file_path: file, old_string: `lamp ${turn}`, new_string: `light ${turn}` };
  return { file_path: file };
}

function answer(session, turn, part, block, stop) {
  session.context += 60;
  put(session, {
    type: 'assistant',
    requestId: `req_${turn}${part}`,
    message: {
      id: `msg_${turn}${part}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-4-6',
      content: [block],
      stop_reason: stop,
      usage: {
        input_tokens: 4,
        cache_creation_input_tokens: 400,
        cache_read_input_tokens: session.context - 404,
        output_tokens: 60,
      },
    },
  });
}

function putCompaction(session) {
  const last = session.parent;
  session.parent = null;
  put(session, {
    type: 'system',
    subtype: 'compact_boundary',
    logicalParentUuid: last,
    content: 'Conversation compacted',
    compactMetadata: { trigger: 'auto', preTokens: session.context },
  });
  session.context = SYSTEM_TOKENS + 1000;
  put(session, {
    type: 'user',
    isCompactSummary: true,
    isVisibleInTranscriptOnly: true,
    message: {
      role: 'user',
      content: `This session is being continued. ${'The lamps were looked at. '.repeat(60)}`,
    },
  });
}

function put(session, fields) {
  const uuid = `${String(session.count++).padStart(8, '0')}-0000-4000-8000-000000000000`;
  session.time += 1500 + (session.count % 7) * 400;
  const common = {
    parentUuid: session.parent,
    isSidechain: false,
    userType: 'external',
    cwd: CWD,
    sessionId: MANY_ID,
    version: '2.1.150',
    gitBranch: 'main',
    uuid,
    timestamp: new Date(session.time).toISOString(),
  };
  session.lines.push(JSON.stringify({ ...common, ...fields }));
  session.parent = uuid;
}
