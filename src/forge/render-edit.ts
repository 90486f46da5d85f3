// Renders edits and new files with their structured patch, and keeps the backups of file history [F3].
import type { Json, JsonObject } from '../base/json.ts';
import type { RenderedCall } from './render-call.ts';
import type { SessionWriter } from './session-writer.ts';
import type { EditCall, WriteCall } from './story.ts';
import { backupName } from './write-prompt.ts';

export function renderEdit(session: SessionWriter, call: EditCall, filePath: string): RenderedCall {
  const patch = structuredPatch(call);
  const removed = call.before.split('\n').length;
  session.ledger.added += call.after.split('\n').length;
  session.ledger.removed += removed;
  keepBackup(session, call.path, call.file);
  const changed = call.file.replace(call.before, () => call.after);
  const numbered = changed
    .split('\n')
    .slice(0, 12)
    .map((line, n) => `${String(n + 1).padStart(6)}→${line}`)
    .join('\n');
  return {
    name: 'Edit',
    input: { file_path: filePath, old_string: call.before, new_string: call.after },
    outcome: {
      content: `The file ${filePath} has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:\n${numbered}`,
      detail: {
        filePath,
        oldString: call.before,
        newString: call.after,
        originalFile: call.file,
        structuredPatch: [patch],
        userModified: false,
        replaceAll: false,
      },
    },
  };
}

export function renderWrite(session: SessionWriter, call: WriteCall, filePath: string): RenderedCall {
  session.ledger.added += call.text.split('\n').length;
  const detail: JsonObject = { type: 'create', filePath, content: call.text, structuredPatch: [] };
  return {
    name: 'Write',
    input: { file_path: filePath, content: call.text },
    outcome: {
      content: `File created successfully at: ${filePath}`,
      detail: session.has('slug') ? { ...detail, originalFile: null } : detail,
    },
  };
}

function structuredPatch(call: EditCall): Json {
  const before = call.before.split('\n');
  const after = call.after.split('\n');
  const start = call.file.slice(0, call.file.indexOf(call.before)).split('\n').length;
  const file = call.file.split('\n');
  const above = file.slice(Math.max(0, start - 4), start - 1).map((line) => ` ${line}`);
  const below = file.slice(start - 1 + before.length, start + 2 + before.length).map((line) => ` ${line}`);
  const context = above.length + below.length;
  return {
    oldStart: start - above.length,
    oldLines: before.length + context,
    newStart: start - above.length,
    newLines: after.length + context,
    lines: [...above, ...before.map((l) => `-${l}`), ...after.map((l) => `+${l}`), ...below],
  };
}

function keepBackup(session: SessionWriter, path: string, text: string): void {
  if (session.era.fileHistory === 'none') return;
  const version = (session.backups.get(path) ?? 0) + 1;
  session.backups.set(path, version);
  const name = backupName(path, version);
  session.files.push({ path: `file-history/${session.id}/${name}`, kind: 'sidecar', text });
}
