// Renders a logged attachment as the reminder that the client makes of it on resume.
import { arrayField, isObject, type JsonObject, objectField, stringField } from '../base/json.ts';
import { arrayBlocks, isImage } from '../log/block.ts';
import { attachmentTypeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { NOTIFICATION_HEAD } from './inventions.ts';

export interface RenderedAttachment {
  readonly kind: string;
  /** Without the reminder's tags. */
  readonly text: string;
  readonly images: readonly JsonObject[];
  /** The wording is the client's own and not carried here: `text` only names the kind. */
  readonly placeholder: boolean;
}

/** Undefined for a silent kind: one that the client logs and does not send [resume R22]. */
export function renderAttachment(entry: Entry, hasTaskTools: boolean): RenderedAttachment | undefined {
  const attachment = objectField(entry.value, 'attachment');
  const kind = attachmentTypeOf(entry) ?? '(none)';
  if (!attachment || (kind === 'task_reminder' && !hasTaskTools)) return undefined;
  const images = arrayBlocks(attachment.prompt).filter(isImage);
  if (WORDED_BY_CLIENT.has(kind)) return { kind, text: placeholderText(kind), images, placeholder: true };
  const text = TEXTS[kind]?.(attachment);
  return text === undefined ? undefined : { kind, text, images, placeholder: false };
}

/** Finds placeholders in a text, for comparing with what a client really sent. */
export const PLACEHOLDER: RegExp = /\(wording of the client: [a-z_]+\)/g;

function placeholderText(kind: string): string {
  return `(wording of the client: ${kind})`;
}

// Paragraphs of instructions that say nothing of the session; they are the client's and change with it.
const WORDED_BY_CLIENT: ReadonlySet<string> = new Set([
  'auto_mode',
  'plan_mode',
  'plan_mode_reentry',
  'task_reminder',
]);

const TEXTS: Readonly<Record<string, (attachment: JsonObject) => string | undefined>> = {
  agent_listing_delta: agentListing,
  auto_mode_exit: () =>
    '## Exited Auto Mode\n\nYou have exited auto mode. The user may now want to interact more directly. You should ask clarifying questions when the approach is ambiguous rather than making assumptions.',
  date_change: (attachment) =>
    `The date has changed. Today's date is now ${stringField(attachment, 'newDate')}. No need to announce the new date — the user's own clock shows it.`,
  deferred_tools_delta: deferredTools,
  edited_text_file: (attachment) =>
    `Note: ${stringField(attachment, 'filename')} changed on disk since you last read it. That's usually deliberate, so take it as the current state rather than reverting it; if the change looks wrong, say so rather than undoing it yourself — otherwise no need to call it out. Here are the relevant changes (shown with line numbers):\n${stringField(attachment, 'snippet')}`,
  file: readFile,
  hook_additional_context: (attachment) =>
    `${stringField(attachment, 'hookName')} hook additional context: ${lines(attachment, 'content').join('\n')}`,
  hook_success: hookSuccess,
  mcp_instructions_delta: mcpInstructions,
  nested_memory: (attachment) =>
    `Contents of ${stringField(attachment, 'path')}:\n\n${stringField(objectField(attachment, 'content'), 'content')}`,
  plan_mode_exit: planModeExit,
  queued_command: queuedCommand,
  skill_listing: (attachment) =>
    `The following skills are available for use with the Skill tool:\n\n${stringField(attachment, 'content')}`,
};

/** Only the hooks that may speak to the model do, and only if they said something. */
function hookSuccess(attachment: JsonObject): string | undefined {
  const event = stringField(attachment, 'hookEvent');
  const content = stringField(attachment, 'content');
  if (!content || (event !== 'SessionStart' && event !== 'UserPromptSubmit')) return undefined;
  return `${stringField(attachment, 'hookName')} hook success: ${content}`;
}

function deferredTools(attachment: JsonObject): string {
  const parts: string[] = [];
  const added = lines(attachment, 'addedLines');
  if (added.length > 0) {
    parts.push(
      `The following deferred tools are now available via ToolSearch. Their schemas are NOT loaded — calling them directly will fail with InputValidationError. Use ToolSearch with query "select:<name>[,<name>...]" to load tool schemas before calling them:\n${added.join('\n')}`,
    );
  }
  const removed = lines(attachment, 'removedNames');
  if (removed.length > 0) {
    parts.push(
      `The following deferred tools are no longer available (their MCP server disconnected). Do not search for them — ToolSearch will return no match:\n${removed.join('\n')}`,
    );
  }
  const pending = lines(attachment, 'pendingMcpServers');
  if (pending.length > 0) {
    parts.push(
      `The following MCP servers are still connecting — their tools (typically named mcp__<server>__*) are not yet available but will appear shortly:\n${pending.join('\n')}`,
      "If the user's request might be served by one of these servers (even if they didn't name it explicitly), call ToolSearch with a relevant keyword — ToolSearch will wait for connecting servers and search their tools once available. Do not report a capability as unavailable without first searching.",
    );
  }
  return parts.join('\n\n');
}

function agentListing(attachment: JsonObject): string {
  const listing = `Available agent types for the Agent tool:\n${lines(attachment, 'addedLines').join('\n')}`;
  if (attachment.showConcurrencyNote !== true) return listing;
  return `${listing}\n\nWhen you launch multiple agents for independent work, send them in a single message with multiple tool uses so they run concurrently.`;
}

function mcpInstructions(attachment: JsonObject): string {
  return `# MCP Server Instructions\n\nThe following MCP servers have provided instructions for how to use their tools and resources:\n\n${lines(attachment, 'addedBlocks').join('\n\n')}`;
}

function planModeExit(attachment: JsonObject): string {
  const file = attachment.planExists === true ? stringField(attachment, 'planFilePath') : undefined;
  const place = file === undefined ? '' : ` The plan file is located at ${file} if you need to reference it.`;
  return `## Exited Plan Mode\n\nYou have exited plan mode. You can now make edits, run tools, and take actions.${place}`;
}

/** A prompt typed, or a task's report that arrived, while the model worked [U4]. */
function queuedCommand(attachment: JsonObject): string {
  const prompt = attachment.prompt;
  const text = typeof prompt === 'string' ? prompt : joinTexts(arrayBlocks(prompt));
  if (stringField(attachment, 'commandMode') === 'task-notification') return NOTIFICATION_HEAD + text;
  return `The user sent a new message while you were working:\n${text}\n\nIMPORTANT: After completing your current task, you MUST address the user's message above. Do not ignore it.`;
}

function readFile(attachment: JsonObject): string | undefined {
  const file = objectField(objectField(attachment, 'content'), 'file');
  const path = stringField(file, 'filePath');
  const content = stringField(file, 'content');
  if (path === undefined || content === undefined) return placeholderText('file');
  const first = typeof file?.startLine === 'number' ? file.startLine : 1;
  const numbered = content.split('\n').map((line, index) => `${first + index}\t${line}`);
  return `Called the Read tool with the following input: ${JSON.stringify({ file_path: path })}\nResult of calling the Read tool:\n${numbered.join('\n')}`;
}

function joinTexts(blocks: readonly JsonObject[]): string {
  return blocks.map((block) => stringField(block, 'text') ?? '').join('\n');
}

function lines(object: JsonObject, key: string): readonly string[] {
  const value = object[key];
  if (typeof value === 'string') return [value];
  return (arrayField(object, key) ?? []).filter(
    (line) => typeof line === 'string' && !isObject(line),
  ) as string[];
}
