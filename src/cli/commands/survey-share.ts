// One thread's share of a survey: a stretch of the list of files, one after another, with their fields in one table.
import { Refusal } from '../../base/refusal.ts';
import { sizedByteSource } from '../../disk/read-file.ts';
import { type FieldCounts, FieldTable } from '../../survey/field-table.ts';
import { surveyLog } from '../../survey/survey-log.ts';
import type { SessionSurvey } from '../../survey/surveyor.ts';

export interface SurveySource {
  readonly file: string;
  /** 0 where it is not known. */
  readonly bytes: number;
}

export interface SurveyShare {
  readonly sessions: readonly SessionSurvey[];
  readonly fields: FieldCounts;
  /** Why some files could not be read, a sentence each. */
  readonly refusals: readonly string[];
}

export interface ShareOptions {
  /** Whether the files were named one by one: then one that cannot be read is a refusal, not a remark. */
  readonly named?: boolean;
  /** Called after each chunk with its length, for showing progress. */
  readonly onBytes: (bytes: number) => void;
}

export async function surveyShare(
  sources: readonly SurveySource[],
  { named = false, onBytes }: ShareOptions,
): Promise<SurveyShare> {
  const fields = new FieldTable();
  const sessions: SessionSurvey[] = [];
  const refusals: string[] = [];
  for (const { file, bytes } of sources) {
    try {
      sessions.push(await surveyLog(sizedByteSource(file, bytes), { file, fields, onBytes }));
    } catch (error) {
      if (named || !(error instanceof Refusal)) throw error;
      refusals.push(error.message);
    }
  }
  return { sessions, fields: fields.toCounts(), refusals };
}
