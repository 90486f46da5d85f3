// Surveys one session file from its bytes.
import { parseLine } from '../log/parse-line.ts';
import type { ByteSource } from '../log/read-log.ts';
import { LineSplitter } from '../log/split-lines.ts';
import type { FieldTable } from './field-table.ts';
import { type SessionSurvey, Surveyor } from './surveyor.ts';

/** What to call a file, and where to collect its fields. */
export interface SurveyOptions {
  /** The name to put into the survey; a uuid in it is the session's id. */
  readonly file: string;
  /** Shared by the files of one survey, to collect their fields. */
  readonly fields?: FieldTable;
  /** Called after each chunk with its length, for showing progress. */
  readonly onBytes?: (bytes: number) => void;
}

// Not through `readLog`: an await for each line would cost as much as the counting.
/** Counts what is in one session file, in a single pass with flat memory. */
export async function surveyLog(source: ByteSource, options: SurveyOptions): Promise<SessionSurvey> {
  const surveyor = new Surveyor(options.file, options.fields);
  const splitter = new LineSplitter();
  for await (const chunk of source) {
    for (const raw of splitter.push(chunk)) surveyor.add(parseLine(raw));
    options.onBytes?.(chunk.length);
  }
  for (const raw of splitter.end()) surveyor.add(parseLine(raw));
  return surveyor.finish();
}
