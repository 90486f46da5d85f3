// Writes attachments: what newer clients tell the model beside the conversation, two dozen kinds of it [E1].
import type { JsonObject } from '../base/json.ts';
import type { SessionWriter } from './session-writer.ts';
import type { ThreadWriter } from './thread-writer.ts';
import { textTokens } from './token-meter.ts';

type AttachmentMaker = (session: SessionWriter) => JsonObject;

const hook = (event: string, session: SessionWriter): JsonObject => ({
  hookName: event,
  toolUseID: session.random.uuid(),
  hookEvent: event.split(':')[0],
});

const plan = (session: SessionWriter): string => `${session.cwd}/.claude/plans/${session.slug}.md`;

/** Every kind the forge knows, with how it is made. */
export const ATTACHMENTS: Readonly<Record<string, AttachmentMaker>> = {
  skill_listing: () => ({
    content:
      '- release-notes: Drafts release notes from merged changes\n- tidy-imports: Sorts and prunes imports',
    skillCount: 2,
    isInitial: true,
    names: ['release-notes', 'tidy-imports'],
  }),
  deferred_tools_delta: () => ({
    addedNames: ['WebFetch', 'AskUserQuestion'],
    addedLines: ['WebFetch', 'AskUserQuestion'],
    removedNames: [],
  }),
  agent_listing_delta: () => ({
    addedTypes: ['Explore', 'general-purpose'],
    addedLines: [
      '- Explore: Finds its way through a codebase',
      '- general-purpose: Anything with many steps',
    ],
    removedTypes: [],
    isInitial: true,
    showConcurrencyNote: true,
  }),
  mcp_instructions_delta: () => ({
    addedNames: ['tracker'],
    addedBlocks: ['## tracker\nUse these tools to read and update issues.'],
    removedNames: [],
  }),
  nested_memory: (session) => {
    const path = `${session.cwd}/.claude/rules/tests.md`;
    const content = 'Tests state facts. No sleeping in tests.';
    return { path, content: { path, type: 'Project', content, globs: ['**/*.test.ts'] }, displayPath: path };
  },
  edited_text_file: (session) => ({
    filename: `${session.cwd}/src/${session.cast.things}/list.ts`,
    snippet: `12→  const page = await load${session.cast.Thing}Page(cursor);\n13→  return page.items;`,
  }),
  file: (session) => {
    const filePath = `${session.cwd}/docs/${session.cast.things}.md`;
    const file = { filePath, content: `# ${session.cast.Thing}`, numLines: 1, startLine: 1, totalLines: 1 };
    return {
      filename: filePath,
      content: { type: 'text', file },
      displayPath: `docs/${session.cast.things}.md`,
    };
  },
  task_reminder: () => ({ content: [], itemCount: 0 }),
  todo_reminder: () => ({ content: [], itemCount: 0 }),
  plan_mode: (session) => ({
    reminderType: 'full',
    isSubAgent: false,
    planFilePath: plan(session),
    planExists: false,
  }),
  plan_mode_exit: (session) => ({ planFilePath: plan(session), planExists: true }),
  plan_mode_reentry: (session) => ({ planFilePath: plan(session) }),
  auto_mode: () => ({ reminderType: 'full' }),
  auto_mode_exit: () => ({}),
  date_change: (session) => ({ newDate: session.timestamp().slice(0, 10) }),
  command_permissions: () => ({ allowedTools: ['Bash(git add:*)', 'Bash(git commit:*)'] }),
  hook_success: (session) => ({
    ...hook('PostToolUse:Edit', session),
    content: '',
    stdout: 'formatted 1 file',
    stderr: '',
    exitCode: 0,
    command: 'npm run --silent format',
    durationMs: session.random.int(80, 900),
  }),
  hook_non_blocking_error: (session) => ({
    ...hook('UserPromptSubmit', session),
    stderr: 'remind.sh: line 3: jq: command not found',
    stdout: '',
    exitCode: 127,
    command: './scripts/remind.sh',
    durationMs: session.random.int(5, 60),
  }),
  hook_additional_context: (session) => ({
    content: ['The main branch is frozen until Friday.'],
    ...hook('SessionStart', session),
  }),
  hook_system_message: (session) => ({
    content: 'Hooks are active.',
    ...hook('SessionStart:startup', session),
  }),
  total_tokens_reminder: (session) => ({
    text: `<total_tokens>${200_000 - session.main.meter.context} tokens left</total_tokens>`,
  }),
};

export function writeAttachment(thread: ThreadWriter, kind: string, extra: JsonObject = {}): string {
  const { session } = thread;
  const attachment = { type: kind, ...ATTACHMENTS[kind]?.(session), ...extra };
  thread.meter.add(textTokens(JSON.stringify(attachment)));
  session.pass(1, 15);
  return thread.link((uuid, timestamp) => ({ attachment, type: 'attachment', uuid, timestamp }));
}
