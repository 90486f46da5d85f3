// The formats of an export: what each makes of a session, in chunks, and what a person should know of it.
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { encodeUtf8 } from '../base/bytes.ts';
import type { ExportFormat } from '../export/export-format.ts';
import type { NameNeeds } from '../export/export-name.ts';
import type { ExportedSession } from '../export/exported-session.ts';

/** What an export needs of the world around it. */
export interface ExportSettings {
  readonly now: Date;
  /** In which times are told; by default this machine's. */
  readonly timeZone?: string | undefined;
  /** Where the parts of the page are, for those who build privately. */
  readonly pageFolder?: string | undefined;
}

/** An export in chunks, ready to be written. */
export interface MadeExport extends NameNeeds {
  readonly chunks: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** For `--json`. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** How to go on, in a sentence or two. */
  readonly hint?: string;
}

/** Makes one file of a session in any format, the HTML page too. Of the ways to write one, only that which is asked for is loaded. */
export async function makeExport(
  exported: ExportedSession,
  format: ExportFormat,
  { now, timeZone, pageFolder }: ExportSettings,
): Promise<MadeExport> {
  switch (format) {
    case 'html': {
      const [{ readPageParts, writePage }, { packPage }] = await Promise.all([
        import('../export/write-page.ts'),
        import('./packed-page.ts'),
      ]);
      const parts = await readPageParts(pageFolder ?? builtPage());
      const title = exported.title ?? 'Session';
      const packs = () => packPage(exported, now);
      return { ending: 'html', chunks: () => writePage({ packs: packs(), title }, parts), facts: {} };
    }
    case 'md': {
      const { writeMarkdown } = await import('../export/write-document.ts');
      return { ending: 'md', chunks: () => bytesOf(writeMarkdown(exported, { timeZone })), facts: {} };
    }
    case 'text': {
      const { writeText } = await import('../export/write-document.ts');
      return { ending: 'txt', chunks: () => bytesOf(writeText(exported, { timeZone })), facts: {} };
    }
    case 'json': {
      const { writeModel } = await import('../export/write-model.ts');
      return { ending: 'json', chunks: () => bytesOf(writeModel(exported, now)), facts: {} };
    }
    case 'jsonl':
      return excerptOf(exported);
  }
}

async function excerptOf(exported: ExportedSession): Promise<MadeExport> {
  const { makeExcerpt } = await import('../export/write-excerpt.ts');
  const { sessionId, plan, chunks } = makeExcerpt(exported, randomUUID);
  const resume = `claude --resume ${sessionId}`;
  return {
    ending: 'jsonl',
    name: `${sessionId}.jsonl`,
    chunks,
    facts: { excerptId: sessionId, turns: plan.turns.after, resume, notes: plan.notes },
    hint:
      `To resume it elsewhere, put it as ${sessionId}.jsonl into the folder of a project under ~/.claude/projects,\n` +
      `then, in that project: ${resume}\n` +
      'Agents, tool results and file history stay here: clew pack takes them along.',
  };
}

/** Where the build puts the parts of the page: beside the server, or in dist when run from its source. */
function builtPage(): string {
  const built = new URL('../export-page', import.meta.url);
  const fromSource = new URL('../../dist/export-page', import.meta.url);
  return fileURLToPath(import.meta.url.endsWith('.ts') ? fromSource : built);
}

const CHUNK = 1 << 16;

function* bytesOf(texts: Iterable<string>): Generator<Uint8Array> {
  let waiting: string[] = [];
  let length = 0;
  for (const text of texts) {
    waiting.push(text);
    length += text.length;
    if (length < CHUNK) continue;
    yield encodeUtf8(waiting.join(''));
    waiting = [];
    length = 0;
  }
  if (length > 0) yield encodeUtf8(waiting.join(''));
}
