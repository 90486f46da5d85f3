// What opens under a tool call, in the form that suits the tool; an unknown one as tidy JSON.
import type { JSX } from 'preact';
import { stripControls } from '../../../base/strip-controls.ts';
import type { WebToolRow } from '../../../server/api.ts';
import type { Todo } from '../../../session/tool-view/view-task-list.ts';
import type { ThreadRows } from '../../data/thread-rows.ts';
import { Prose } from '../prose.tsx';
import { Picture } from '../transcript/picture.tsx';
import { DiffBody } from './diff-body.tsx';
import { ExcerptBody } from './excerpt-body.tsx';
import { HitsBody } from './hits-body.tsx';
import { JsonBody } from './json-body.tsx';
import { QuestionsBody } from './questions-body.tsx';
import { TerminalBody } from './terminal-body.tsx';
import { TextBody } from './text-body.tsx';

interface ToolBodyProps {
  readonly row: WebToolRow;
  readonly rows: ThreadRows;
}

export function ToolBody({ row, rows }: ToolBodyProps): JSX.Element {
  return (
    <>
      <Body row={row} rows={rows} />
      {row.images.map((image, i) => (
        <Picture key={i} image={image} tokens={undefined} />
      ))}
    </>
  );
}

function Body({ row, rows }: ToolBodyProps): JSX.Element | null {
  const { view } = row;
  const result = <TextBody row={row} rows={rows} path="resultText" text={row.resultText} />;
  switch (view.tool) {
    case 'Bash':
      return (
        <TerminalBody
          row={row}
          rows={rows}
          command={view.command}
          path="view.stdout"
          output={view.stdout}
          stderr={view.stderr}
          exitCode={view.exitCode}
          note={
            view.backgroundTaskId === undefined ? view.exitMeaning : `in background, ${view.backgroundTaskId}`
          }
        />
      );
    case 'TaskOutput':
      return (
        <TerminalBody
          row={row}
          rows={rows}
          command={view.command}
          path="view.output"
          output={view.output}
          exitCode={view.exitCode}
          note={view.taskStatus}
        />
      );
    case 'Edit':
    case 'MultiEdit':
    case 'Write':
    case 'NotebookEdit':
      return (
        <>
          <DiffBody row={row} rows={rows} view={view} />
          {row.isError && result}
        </>
      );
    case 'Read':
      return row.isError || view.kind === 'image' ? (
        row.images.length > 0 ? null : (
          result
        )
      ) : (
        <ExcerptBody row={row} rows={rows} path={view.path} />
      );
    case 'LS':
      return <TextBody row={row} rows={rows} path="view.listing" text={view.listing} />;
    case 'Grep':
      return row.isError ? (
        result
      ) : (
        <HitsBody
          row={row}
          rows={rows}
          path={view.content === '' ? 'resultText' : 'view.content'}
          text={view.content === '' ? view.files.join('\n') || row.resultText : view.content}
          pattern={view.pattern}
        />
      );
    case 'Glob':
      return row.isError ? (
        result
      ) : (
        <HitsBody
          row={row}
          rows={rows}
          path="resultText"
          text={view.files.join('\n') || row.resultText}
          pattern=""
        />
      );
    case 'WebFetch':
      return (
        <>
          <p class="data quiet">{stripControls(view.url)}</p>
          {view.prompt && <p class="brief ink2 data">{stripControls(view.prompt)}</p>}
          <Prose text={view.answer || row.resultText} className="prose data" />
        </>
      );
    case 'WebSearch':
      return view.links.length === 0 ? (
        result
      ) : (
        <ul class="links data">
          {view.links.map((link) => (
            <li key={link.url}>
              <span class="ink">{stripControls(link.title ?? '')}</span>{' '}
              <span class="quiet">{stripControls(link.url)}</span>
            </li>
          ))}
        </ul>
      );
    case 'TodoWrite':
      return <Todos todos={view.after} />;
    case 'TaskList':
      return <Todos todos={view.tasks} />;
    case 'TaskGet':
      return view.task ? <Todos todos={[view.task]} /> : result;
    case 'TaskCreate':
      return (
        <>
          {view.description && <p class="data ink2">{stripControls(view.description)}</p>}
          {result}
        </>
      );
    case 'AskUserQuestion':
      return <QuestionsBody questions={view.questions} />;
    case 'ExitPlanMode':
      return <Prose text={view.plan} />;
    case 'Agent':
      return (
        <>
          {view.prompt && <Prose text={view.prompt} className="prose data ink2" />}
          {view.answer && <Prose text={view.answer} className="prose data" />}
        </>
      );
    case 'SendMessage':
      return <Prose text={view.message} className="prose data" />;
    case 'mcp':
      return (
        <>
          <Input value={view.input} />
          <Answer row={row} rows={rows} />
        </>
      );
    case 'raw':
      return (
        <>
          <Input value={row.input} />
          <Answer row={row} rows={rows} />
        </>
      );
    default:
      return <Answer row={row} rows={rows} />;
  }
}

/** A call without anything in it needs no empty braces. */
function Input({ value }: { readonly value: unknown }): JSX.Element | null {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return isEmpty ? null : <JsonBody value={value} />;
}

/** A result that is JSON is shown as such. */
function Answer({ row, rows }: ToolBodyProps): JSX.Element | null {
  const text = row.resultText.trim();
  if (text === '') return null;
  const value = /^[[{]/.test(text) && row.cut === undefined ? parse(text) : undefined;
  return (
    <div class="answer-part">
      {value === undefined ? (
        <TextBody row={row} rows={rows} path="resultText" text={row.resultText} />
      ) : (
        <JsonBody value={value} />
      )}
    </div>
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const STATUS_CLASSES: Readonly<Record<string, string>> = {
  __proto__: null as never,
  completed: 'done',
  in_progress: 'now',
};

function Todos({ todos }: { readonly todos: readonly Todo[] }): JSX.Element {
  return (
    <ul class="todo">
      {todos.map((todo, i) => (
        <li key={i} class={STATUS_CLASSES[todo.status] ?? ''}>
          <i />
          <span>
            <span class="vh">{todo.status.replace('_', ' ')}: </span>
            {stripControls(todo.text)}
            {todo.owner && <span class="meta"> {stripControls(todo.owner)}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
