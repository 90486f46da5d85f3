// Turns a story's call into the tool name, input and result that a client of the era would log.
import type { Json, JsonObject } from '../base/json.ts';
import { persistOutput } from './persist-output.ts';
import { renderEdit, renderWrite } from './render-edit.ts';
import type { SessionWriter } from './session-writer.ts';
import type { AgentCall, AskCall, Call, ReadCall, TodoCall } from './story.ts';
import { tinyPng } from './tiny-png.ts';

export interface ToolOutcome {
  readonly content: string | readonly JsonObject[];
  readonly isError?: boolean;
  /** The `toolUseResult` of the result's line [T2]. */
  readonly detail?: Json;
}

export interface RenderedCall {
  readonly name: string;
  readonly input: JsonObject;
  readonly outcome: ToolOutcome;
}

/** Renders every tool but the agent one, whose result needs a thread of its own. */
export function renderCall(
  session: SessionWriter,
  call: Exclude<Call, AgentCall>,
  toolId: string,
): RenderedCall {
  const path = (relative: string): string => `${session.cwd}/${relative}`;
  switch (call.tool) {
    case 'Read':
      return renderRead(session, call, path(call.path));
    case 'Edit':
      return renderEdit(session, call, path(call.path));
    case 'Write':
      return renderWrite(session, call, path(call.path));
    case 'Bash': {
      const input = { command: call.command, description: call.why };
      if (call.fails !== undefined) {
        const error = `Exit code ${call.fails}\n${call.out}`;
        return { name: 'Bash', input, outcome: { content: error, isError: true, detail: `Error: ${error}` } };
      }
      return { name: 'Bash', input, outcome: persistOutput(session, call.out, toolId) };
    }
    case 'Grep': {
      const input = { pattern: call.pattern, output_mode: call.content ? 'content' : 'files_with_matches' };
      const text = call.hits.join('\n');
      const count = call.hits.length;
      const detail = call.content
        ? { mode: 'content', numFiles: 0, filenames: [], content: text, numLines: count }
        : { mode: 'files_with_matches', filenames: call.hits, numFiles: count };
      const content = call.content ? text : count === 0 ? 'No files found' : `Found ${count} files\n${text}`;
      return { name: 'Grep', input, outcome: { content, detail } };
    }
    case 'Glob': {
      const filenames = call.hits.map(path);
      const durationMs = session.random.int(4, 60);
      const detail = { filenames, durationMs, numFiles: filenames.length, truncated: false };
      return {
        name: 'Glob',
        input: { pattern: call.pattern },
        outcome: { content: filenames.join('\n') || 'No files found', detail },
      };
    }
    case 'Todo':
      return renderTodos(session, call);
    case 'WebFetch': {
      const durationMs = session.random.int(700, 5200);
      const bytes = session.random.int(9_000, 240_000);
      const detail = { bytes, code: 200, codeText: 'OK', result: call.answer, durationMs, url: call.url };
      return {
        name: 'WebFetch',
        input: { url: call.url, prompt: call.ask },
        outcome: { content: call.answer, detail },
      };
    }
    case 'AskUserQuestion':
      return renderQuestion(call);
    case 'ExitPlanMode': {
      const content = `User has approved your plan. You can now start coding.\n\n## Approved Plan:\n${call.plan}`;
      const detail = { plan: call.plan, isAgent: false };
      return { name: 'ExitPlanMode', input: { plan: call.plan }, outcome: { content, detail } };
    }
    case 'Skill': {
      const input = { skill: call.skill, args: call.args };
      const detail = { success: true, commandName: call.skill };
      return { name: 'Skill', input, outcome: { content: `Launching skill: ${call.skill}`, detail } };
    }
    case 'Mcp': {
      const content = [{ type: 'text', text: call.answer }];
      return {
        name: `mcp__${call.server}__${call.name}`,
        input: call.input,
        outcome: { content, detail: content },
      };
    }
  }
}

function renderRead(session: SessionWriter, call: ReadCall, filePath: string): RenderedCall {
  const input = { file_path: filePath };
  if (call.image) {
    const base64 = tinyPng(session.random);
    const source = { type: 'base64', data: base64, media_type: 'image/png' };
    const detail = { type: 'image', file: { base64, type: 'image/png', originalSize: base64.length } };
    return { name: 'Read', input, outcome: { content: [{ type: 'image', source }], detail } };
  }
  const lines = call.text.split('\n');
  const content = lines.map((line, n) => `${String(n + 1).padStart(6)}→${line}`).join('\n');
  const numLines = lines.length;
  const file = { filePath, content: call.text, numLines, startLine: 1, totalLines: numLines };
  return { name: 'Read', input, outcome: { content, detail: { type: 'text', file } } };
}

function renderTodos(session: SessionWriter, call: TodoCall): RenderedCall {
  if (session.era.todos === 'TaskCreate') {
    const [subject] = call.items[0] ?? ['Look around'];
    const id = String(session.random.int(1, 9));
    const input = { subject, description: call.items.map(([text]) => text).join('. '), activeForm: subject };
    const content = `Task #${id} created successfully: ${subject}`;
    return { name: 'TaskCreate', input, outcome: { content, detail: { task: { id, subject } } } };
  }
  const todos = call.items.map(([content, status]) => ({ content, status, activeForm: `${content} (now)` }));
  const content =
    'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress.';
  return {
    name: 'TodoWrite',
    input: { todos },
    outcome: { content, detail: { oldTodos: [], newTodos: todos } },
  };
}

function renderQuestion(call: AskCall): RenderedCall {
  const options = call.options.map(([label, description]) => ({ label, description }));
  const questions = [{ question: call.question, header: call.header, options, multiSelect: false }];
  const content = `User has answered your questions: "${call.question}"="${call.answer}". You can now continue with the user's answers in mind.`;
  const detail = { questions, answers: { [call.question]: call.answer } };
  return { name: 'AskUserQuestion', input: { questions }, outcome: { content, detail } };
}
