// Questions that were put to the person, with the choices and what was answered.
import type { JSX } from 'preact';
import { stripControls } from '../../../base/strip-controls.ts';
import type { AskedQuestion } from '../../../session/tool-view/view-question.ts';

export function QuestionsBody({ questions }: { readonly questions: readonly AskedQuestion[] }): JSX.Element {
  return (
    <div class="questions">
      {questions.map((asked) => (
        <div key={asked.question}>
          <p class="data b">{stripControls(asked.question)}</p>
          <ul class="todo">
            {asked.options.map((option) => (
              <li key={option.label} class={isChosen(asked, option.label) ? 'done' : ''}>
                <i />
                <span>
                  {stripControls(option.label)}{' '}
                  {option.description && <span class="quiet">{stripControls(option.description)}</span>}
                </span>
              </li>
            ))}
          </ul>
          <p class="data">
            <span class="quiet">You: </span>
            {asked.answer === undefined ? 'no answer in the file' : stripControls(asked.answer)}
          </p>
        </div>
      ))}
    </div>
  );
}

function isChosen({ answer = '' }: AskedQuestion, label: string): boolean {
  return answer.split(', ').includes(label);
}
