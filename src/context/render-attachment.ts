// Renders a logged attachment as the reminder that the client makes of it on resume.
import { compareVersions } from '../base/compare-versions.ts';
import { arrayField, isObject, type JsonObject, objectField, stringField } from '../base/json.ts';
import { arrayBlocks, isImage } from '../log/block.ts';
import { attachmentTypeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { NOTIFICATION_HEAD } from './inventions.ts';

export interface RenderedAttachment {
  readonly kind: string;
  /** Without the reminders' tags; mostly one. */
  readonly texts: readonly string[];
  readonly images: readonly JsonObject[];
  /** The wording is the client's own and not carried here: a text only names the kind. */
  readonly placeholder: boolean;
  /** Stays in the user message, also for models that get reminders in the system role; a person's words do untagged. */
  readonly forUser: boolean;
  readonly isPerson: boolean;
  /** Stays beside a result instead of becoming part of it. */
  readonly besideResult: boolean;
}

/** Finds placeholders in a text, for comparing with what a client really sent. */
export const PLACEHOLDER: RegExp = /\(wording of the client: [a-z_]+\)/g;

/** Undefined for a silent kind: one that the client logs, or does not know, and does not send [resume R22]. */
export function renderAttachment(
  entry: Entry,
  version: string,
  hasTaskTools: boolean,
): RenderedAttachment | undefined {
  const attachment = objectField(entry.value, 'attachment');
  const kind = attachmentTypeOf(entry) ?? '(none)';
  const logged = isAtLeast(version, '2.1.325') ? readRendered(entry, kind) : undefined;
  if (logged) return logged;
  const rule = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (
    !attachment ||
    !rule ||
    !isAtLeast(version, rule.since) ||
    (rule.until && isAtLeast(version, rule.until))
  ) {
    return undefined;
  }
  if (kind === 'task_reminder' && !hasTaskTools) return undefined;
  const images = arrayBlocks(attachment.prompt).filter(isImage);
  const texts = rule.texts?.(attachment);
  if (texts?.length === 0) return undefined;
  const isPerson = attachment.humanTurn === true && isAtLeast(version, '2.1.325');
  const plain = { kind, images, forUser: isPerson, isPerson, besideResult: false };
  if (texts && (rule.worded === undefined || isAtLeast(version, rule.worded))) {
    return { ...plain, texts, placeholder: false };
  }
  const count = rule.split && !isAtLeast(version, rule.split) ? 2 : 1;
  return { ...plain, texts: Array(count).fill(placeholderText(kind)), placeholder: true };
}

/** The newest client logs beside an attachment what it made of it, and sends just that. */
function readRendered(entry: Entry, kind: string): RenderedAttachment | undefined {
  const texts = (arrayField(entry.value, 'rendered') ?? []).flatMap((message) => {
    const content = isObject(message) ? stringField(message, 'content') : undefined;
    return content === undefined
      ? []
      : [content.replace(/^<system-reminder>\n([\s\S]*)\n<\/system-reminder>$/, '$1')];
  });
  if (texts.length === 0) return undefined;
  const isPerson = objectField(entry.value, 'attachment')?.humanTurn === true;
  const forUser = isPerson || entry.value.renderedRole === 'user';
  const besideResult = entry.value.renderedBesideToolResult === true;
  return { kind, texts, images: [], placeholder: false, forUser, isPerson, besideResult };
}

interface KindRule {
  /** The first measured client that sends it, and the first that no longer does. */
  readonly since: string;
  readonly until?: string;
  /** The first measured client that words it as `texts` does. */
  readonly worded?: string;
  /** Clients before this one send it as two reminders. */
  readonly split?: string;
  /** Missing where the wording is paragraphs of the client's own that say nothing of the session. */
  readonly texts?: (attachment: JsonObject) => readonly string[];
}

// 1.0.60 sends no attachment at all.
const FIRST = '2.0.33';

// Read off what 1.0.60 to 2.1.325 sent of the same logged attachments; the other kinds are silent in all of them.
const KINDS: Readonly<Record<string, KindRule>> = {
  agent_listing_delta: { since: '2.1.100', worded: '2.1.200', texts: agentListing },
  auto_mode: { since: '2.1.100' },
  auto_mode_exit: {
    since: '2.1.100',
    texts: () => [
      '## Exited Auto Mode\n\nYou have exited auto mode. The user may now want to interact more directly. You should ask clarifying questions when the approach is ambiguous rather than making assumptions.',
    ],
  },
  date_change: {
    since: '2.1.50',
    worded: '2.1.325',
    texts: (attachment) => [
      `The date has changed. Today's date is now ${stringField(attachment, 'newDate')}. No need to announce the new date — the user's own clock shows it.`,
    ],
  },
  deferred_tools_delta: { since: '2.1.100', worded: '2.1.200', texts: deferredTools },
  edited_text_file: {
    since: FIRST,
    worded: '2.1.325',
    texts: (attachment) => [
      `Note: ${stringField(attachment, 'filename')} changed on disk since you last read it. That's usually deliberate, so take it as the current state rather than reverting it; if the change looks wrong, say so rather than undoing it yourself — otherwise no need to call it out. Here are the relevant changes (shown with line numbers):\n${stringField(attachment, 'snippet')}`,
    ],
  },
  file: { since: FIRST, worded: '2.1.200', split: '2.1.200', texts: readFile },
  hook_additional_context: {
    since: FIRST,
    texts: (attachment) => [
      `${stringField(attachment, 'hookName')} hook additional context: ${lines(attachment, 'content').join('\n')}`,
    ],
  },
  hook_success: { since: FIRST, texts: hookSuccess },
  mcp_instructions_delta: { since: '2.1.100', texts: mcpInstructions },
  nested_memory: {
    since: FIRST,
    texts: (attachment) => [
      `Contents of ${stringField(attachment, 'path')}:\n\n${stringField(objectField(attachment, 'content'), 'content')}`,
    ],
  },
  plan_mode: { since: FIRST },
  plan_mode_exit: { since: '2.0.64', worded: '2.1.50', texts: planModeExit },
  plan_mode_reentry: { since: FIRST },
  queued_command: { since: FIRST, worded: '2.1.325', texts: queuedCommand },
  skill_listing: {
    since: '2.1.50',
    texts: (attachment) => [
      `The following skills are available for use with the Skill tool:\n\n${stringField(attachment, 'content')}`,
    ],
  },
  task_reminder: { since: '2.1.200' },
  total_tokens_reminder: {
    since: '2.1.200',
    texts: (attachment) => [stringField(attachment, 'text') ?? ''],
  },
  todo_reminder: { since: FIRST, until: '2.1.233' },
};

function isAtLeast(version: string, other: string): boolean {
  return compareVersions(version, other) >= 0;
}

function placeholderText(kind: string): string {
  return `(wording of the client: ${kind})`;
}

/** Only the hooks that may speak to the model do, and only if they said something. */
function hookSuccess(attachment: JsonObject): readonly string[] {
  const event = stringField(attachment, 'hookEvent');
  const content = stringField(attachment, 'content');
  if (!content || (event !== 'SessionStart' && event !== 'UserPromptSubmit')) return [];
  return [`${stringField(attachment, 'hookName')} hook success: ${content}`];
}

function deferredTools(attachment: JsonObject): readonly string[] {
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
  return parts.length > 0 ? [parts.join('\n\n')] : [];
}

function agentListing(attachment: JsonObject): readonly string[] {
  const listing = `Available agent types for the Agent tool:\n${lines(attachment, 'addedLines').join('\n')}`;
  if (attachment.showConcurrencyNote !== true) return [listing];
  return [
    `${listing}\n\nWhen you launch multiple agents for independent work, send them in a single message with multiple tool uses so they run concurrently.`,
  ];
}

function mcpInstructions(attachment: JsonObject): readonly string[] {
  return [
    `# MCP Server Instructions\n\nThe following MCP servers have provided instructions for how to use their tools and resources:\n\n${lines(attachment, 'addedBlocks').join('\n\n')}`,
  ];
}

function planModeExit(attachment: JsonObject): readonly string[] {
  const file = attachment.planExists === true ? stringField(attachment, 'planFilePath') : undefined;
  const place = file === undefined ? '' : ` The plan file is located at ${file} if you need to reference it.`;
  return [
    `## Exited Plan Mode\n\nYou have exited plan mode. You can now make edits, run tools, and take actions.${place}`,
  ];
}

/** A prompt typed, or a task's report that arrived, while the model worked [U4]. */
function queuedCommand(attachment: JsonObject): readonly string[] {
  const prompt = attachment.prompt;
  const text = typeof prompt === 'string' ? prompt : joinTexts(arrayBlocks(prompt));
  if (stringField(attachment, 'commandMode') === 'task-notification') return [NOTIFICATION_HEAD + text];
  return [
    `The user sent a new message while you were working:\n${text}\n\nThis is how Claude Code surfaces messages the user sends mid-turn — within the running turn, often alongside the next tool result, rather than as a separate conversation turn. Address the message above as you continue this turn.`,
  ];
}

function readFile(attachment: JsonObject): readonly string[] {
  const file = objectField(objectField(attachment, 'content'), 'file');
  const path = stringField(file, 'filePath');
  const content = stringField(file, 'content');
  if (path === undefined || content === undefined) return [placeholderText('file')];
  const first = typeof file?.startLine === 'number' ? file.startLine : 1;
  const numbered = content.split('\n').map((line, index) => `${first + index}\t${line}`);
  return [
    `Called the Read tool with the following input: ${JSON.stringify({ file_path: path })}\nResult of calling the Read tool:\n${numbered.join('\n')}`,
  ];
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
