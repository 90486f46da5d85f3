// The result of a shell command: in line when small; cut or kept in a file of its own when large [F3].
import type { ToolOutcome } from './render-call.ts';
import { CLIENT_HOME, type SessionWriter } from './session-writer.ts';

const IN_LINE_LIMIT = 30_000;
const PREVIEW = 2_000;

export function persistOutput(session: SessionWriter, out: string, toolId: string): ToolOutcome {
  const detail = { stdout: out, stderr: '', interrupted: false, isImage: false };
  if (out.length <= IN_LINE_LIMIT) return { content: out, detail };
  if (session.era.largeOutput === 'cut') {
    const half = IN_LINE_LIMIT / 2;
    const lines = out.slice(half, -half).split('\n').length;
    const text = `${out.slice(0, half)}\n\n... [${lines} lines truncated] ...\n\n${out.slice(-half)}`;
    return { content: text, detail: { ...detail, stdout: text } };
  }
  const byToolId = session.era.largeOutput === 'file-by-tool-id';
  const name = byToolId ? toolId : `b${session.random.hex(8)}`;
  const path = `${session.folder}/${session.id}/tool-results/${name}.txt`;
  session.files.push({ path, kind: 'sidecar', text: out });
  const saved = `${CLIENT_HOME}/${path}`;
  const size = `${(out.length / 1024).toFixed(1)}KB`;
  const content = `<persisted-output>\nOutput too large (${size}). Full output saved to: ${saved}\n\nPreview (first 2KB):\n${out.slice(0, PREVIEW)}\n...\n</persisted-output>`;
  if (byToolId) return { content, detail };
  const kept = { persistedOutputPath: saved, persistedOutputSize: out.length };
  return { content, detail: { ...detail, stdout: out.slice(0, IN_LINE_LIMIT), ...kept } };
}
