// All rows of a branch in reading order, as the faces show them turn by turn.
import type { Row } from './row.ts';
import { openTranscript, type TranscriptOptions, type TranscriptSource } from './transcript.ts';

export function transcriptRows(source: TranscriptSource, options: TranscriptOptions = {}): Row[] {
  const transcript = openTranscript(source, options);
  const rows: Row[] = [transcript.header, ...transcript.openingRows()];
  for (const turn of transcript.turns) for (const row of transcript.turnRows(turn)) rows.push(row);
  for (const row of transcript.closingRows()) rows.push(row);
  return rows;
}
