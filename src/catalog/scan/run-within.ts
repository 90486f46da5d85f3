// Runs something that a person's pattern may make endless (`(a+)+$`), and stops it when its time is up.
import { type Context, createContext, Script } from 'node:vm';
import { Refusal } from '../../base/refusal.ts';

let script: Script | undefined;
let context: Context | undefined;

/** The engine looks at its clock even while it tries the ways of a pattern, but only for a script with a time limit. */
export function runWithin<T>(ms: number, work: () => T): T {
  // One for all: to make a context takes longer than to search a megabyte.
  script ??= new Script('work()');
  context ??= createContext({});
  try {
    context.work = work;
    return script.runInContext(context, { timeout: Math.max(1, Math.round(ms)) }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Refusal(
      'endless-pattern',
      'The pattern was stopped: it tries too many ways to fit.',
      'Patterns such as (a+)+ or (.*)* do; write them with one repetition.',
    );
  } finally {
    context.work = undefined;
  }
}
