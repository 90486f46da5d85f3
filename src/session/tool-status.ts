// Decides how a tool call ended: a person's "no" and an interruption are no errors of the tool, and stderr is none either.
import { isObject, type Json, numberField, stringField } from '../base/json.ts';

export type ToolStatus = 'ok' | 'error' | 'rejected' | 'interrupted' | 'pending';

export interface ToolEnding {
  readonly name: string;
  readonly answered: boolean;
  readonly isError: boolean;
  readonly text: string;
  readonly toolUseResult: Json | undefined;
}

export function toolStatus(ending: ToolEnding): ToolStatus {
  const { answered, isError, text, toolUseResult } = ending;
  if (!answered) return 'pending';
  if (isError) {
    if (REJECTED.test(text) || toolUseResult === 'User rejected tool use') return 'rejected';
    return INTERRUPTED.test(text) ? 'interrupted' : 'error';
  }
  if (isObject(toolUseResult) && toolUseResult.interrupted === true) {
    // The client stops a command that takes too long in the same way as a person does; only the text tells.
    return /timed out/i.test(text) ? 'error' : 'interrupted';
  }
  return failedShell(ending) ? 'error' : 'ok';
}

/** The exit code of a shell command: the client's own field, else the text's first line, "Exit code 1". */
export function exitCodeOf(text: string, toolUseResult: Json | undefined): number | undefined {
  const fields = isObject(toolUseResult) ? toolUseResult : undefined;
  const logged = numberField(fields, 'exitCode') ?? numberField(fields, 'returnCode');
  if (logged !== undefined) return logged;
  const found = EXIT_CODE.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

function isShell(name: string): boolean {
  return name === 'Bash' || name === 'PowerShell';
}

const REJECTED = /^The user doesn't want to proceed with this tool use/;
// Esc while a tool runs: 2.0.64 answers so for the running and the waiting call; later clients call both rejected.
const INTERRUPTED =
  /^(?:Exit code \d+\s+)?(?:\[Request interrupted by user|The user doesn't want to take this action right now)/;
const EXIT_CODE = /^(?:Error: )?Exit code (\d{1,10})\b/;

// The client's own reading of a code other than 0 ("No matches found") means that it is no failure.
function failedShell(ending: ToolEnding): boolean {
  const { name, toolUseResult } = ending;
  if (!isShell(name) || !isObject(toolUseResult)) return false;
  if (stringField(toolUseResult, 'returnCodeInterpretation')) return false;
  const code = exitCodeOf('', toolUseResult);
  return code !== undefined && code !== 0;
}
