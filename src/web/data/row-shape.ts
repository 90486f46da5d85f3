// Which rows stand on their own, and which are shown with another: pictures in their prompt, runs of attachments as one line.
import type { WebImageRow, WebNoticeRow, WebRow } from '../../server/api.ts';

interface RowsAround {
  readonly at: (index: number) => WebRow | undefined;
}

interface ShapeOptions {
  /** Housekeeping is shown too. */
  readonly everything: boolean;
  readonly depth: number;
}

/** How far a run of attachments is followed: they come in a handful. */
const REACH = 60;

export function isHidden(rows: RowsAround, row: WebRow, { everything, depth }: ShapeOptions): boolean {
  switch (row.kind) {
    case 'session':
      return true;
    case 'turn':
      return row.number === 0 || (depth > 0 && row.number <= 1);
    case 'prompt':
      // An agent's strand begins with its brief, which is this prompt.
      return depth > 0 && row.promptKind === 'agent-prompt' && row.turn <= 1;
    case 'text':
      return row.text.trim() === '' && row.cut === undefined;
    case 'image':
      return promptOfImage(rows, row) !== undefined;
    case 'notice':
      if (isAttachment(row)) return !everything && !leadsRun(rows, row);
      return row.quiet && !everything;
    default:
      return false;
  }
}

export function isAttachment(
  row: WebRow | undefined,
): row is WebNoticeRow & { readonly notice: 'attachment' } {
  return row?.kind === 'notice' && (row.notice === 'attachment' || row.notice === 'reminder');
}

/** The attachments that one line stands for. */
export function attachmentRun(rows: RowsAround, first: WebNoticeRow): WebNoticeRow[] {
  const run = [first];
  for (let index = first.index + 1; index < first.index + REACH; index++) {
    const row = rows.at(index);
    if (isAttachment(row)) run.push(row);
    else if (!isQuiet(row)) break;
  }
  return run;
}

function leadsRun(rows: RowsAround, row: WebRow): boolean {
  for (let index = row.index - 1; index > row.index - REACH && index >= 0; index--) {
    const before = rows.at(index);
    if (isAttachment(before)) return false;
    if (!isQuiet(before)) return true;
  }
  return true;
}

function isQuiet(row: WebRow | undefined): boolean {
  return row?.kind === 'notice' && row.quiet;
}

/** The pictures that came with a prompt. */
export function imagesOfPrompt(rows: RowsAround, prompt: WebRow): WebImageRow[] {
  const images: WebImageRow[] = [];
  for (let index = prompt.index + 1; ; index++) {
    const row = rows.at(index);
    if (row?.kind !== 'image' || row.place?.line !== prompt.place?.line) return images;
    images.push(row);
  }
}

function promptOfImage(rows: RowsAround, image: WebRow): WebRow | undefined {
  for (let index = image.index - 1; index >= 0; index--) {
    const row = rows.at(index);
    if (row?.place?.line !== image.place?.line || image.place === undefined) return undefined;
    if (row?.kind === 'prompt') return row;
    if (row?.kind !== 'image') return undefined;
  }
  return undefined;
}
