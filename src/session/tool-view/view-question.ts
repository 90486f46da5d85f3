// Views of the tools that turn to the person: questions with options, and plan mode.
import {
  arrayField,
  asObject,
  isObject,
  type JsonObject,
  objectField,
  stringField,
} from '../../base/json.ts';
import type { ToolCall } from '../tool-calls.ts';

export interface AskedQuestion {
  readonly question: string;
  readonly header: string | undefined;
  readonly options: readonly { readonly label: string; readonly description: string | undefined }[];
  readonly multiSelect: boolean;
  /** What the person chose or typed; undefined where it is not in the log. */
  readonly answer: string | undefined;
}

export interface AskUserQuestionView {
  readonly tool: 'AskUserQuestion';
  readonly questions: readonly AskedQuestion[];
}

export interface EnterPlanModeView {
  readonly tool: 'EnterPlanMode';
}

export interface ExitPlanModeView {
  readonly tool: 'ExitPlanMode';
  readonly plan: string;
  readonly planFile: string | undefined;
  readonly approved: boolean;
}

export function viewAskUserQuestion(call: ToolCall): AskUserQuestionView | undefined {
  const result = asObject(call.toolUseResult);
  const answers = objectField(result, 'answers') ?? objectField(call.input, 'answers');
  const asked = arrayField(call.input, 'questions')?.filter(isObject) ?? [call.input];
  const questions = asked.flatMap((question) => readQuestion(question, answers) ?? []);
  return questions.length === 0 ? undefined : { tool: 'AskUserQuestion', questions };
}

export function viewEnterPlanMode(): EnterPlanModeView {
  return { tool: 'EnterPlanMode' };
}

export function viewExitPlanMode(call: ToolCall): ExitPlanModeView | undefined {
  const result = asObject(call.toolUseResult);
  const plan = stringField(result, 'plan') ?? stringField(call.input, 'plan');
  if (plan === undefined) return undefined;
  return {
    tool: 'ExitPlanMode',
    plan,
    planFile: stringField(result, 'filePath') ?? stringField(call.input, 'planFilePath'),
    approved: call.status === 'ok',
  };
}

function readQuestion(asked: JsonObject, answers: JsonObject | undefined): AskedQuestion | undefined {
  const question = stringField(asked, 'question');
  if (question === undefined) return undefined;
  const options = (arrayField(asked, 'options') ?? []).flatMap((option) => {
    if (typeof option === 'string') return [{ label: option, description: undefined }];
    const label = isObject(option) ? stringField(option, 'label') : undefined;
    if (!isObject(option) || label === undefined) return [];
    return [{ label, description: stringField(option, 'description') }];
  });
  return {
    question,
    header: stringField(asked, 'header'),
    options,
    multiSelect: asked.multiSelect === true,
    answer: answers && Object.hasOwn(answers, question) ? stringField(answers, question) : undefined,
  };
}
