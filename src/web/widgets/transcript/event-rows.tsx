// What happened around the conversation: attachments, hooks, notices, errors and retries, unknown and unreadable lines.
import type { JSX } from 'preact';
import { stripToLine } from '../../../base/strip-controls.ts';
import { textStart } from '../../../base/text-start.ts';
import type {
  WebAgentRow,
  WebImageRow,
  WebNoticeRow,
  WebUnknownRow,
  WebUnreadableRow,
} from '../../../server/api.ts';
import { formatTook, plural } from '../../data/format.ts';
import { attachmentRun, isAttachment } from '../../data/row-shape.ts';
import { Icon, type IconName } from '../icon.tsx';
import { JsonBody } from '../tool-bodies/json-body.tsx';
import { TextBody } from '../tool-bodies/text-body.tsx';
import { Bead, type Kind } from './bead.tsx';
import { Picture } from './picture.tsx';
import { type RowProps, useReader } from './reader.ts';

/** More than any screen shows of a line. */
const MOST_GIST = 400;

export function NoticeRow({ row, rows }: RowProps<WebNoticeRow>): JSX.Element {
  const { state } = useReader();
  if (isAttachment(row) && !state.everything.value) return <AttachmentRow row={row} rows={rows} />;
  const { icon, kind, name } = looksOf(row);
  const bad = row.severity !== 'info';
  const { text } = row;
  // The line already says that it is a hook.
  const label = row.notice === 'hook' ? row.label.replace(/^hook /, '') : row.label;
  const gist = textStart(stripToLine([label, text].filter(Boolean).join(': ')), MOST_GIST);
  return (
    <Bead
      row={row}
      rows={rows}
      icon={icon}
      kind={bad ? 'error' : kind}
      className={bad ? 'event event-error' : 'event'}
      name={name}
      gist={gist}
      body={text === undefined ? undefined : () => <TextBody row={row} rows={rows} path="text" text={text} />}
    />
  );
}

interface Looks {
  readonly icon: IconName;
  readonly kind: Kind;
  readonly name: string;
}

const LOOKS: Readonly<Record<string, Looks>> = {
  'api-error': { icon: 'retry', kind: 'error', name: 'API' },
  attachment: { icon: 'clip', kind: 'system', name: 'Attachment' },
  bookkeeping: { icon: 'system', kind: 'system', name: 'Bookkeeping' },
  command: { icon: 'bash', kind: 'user', name: 'Command' },
  'command-output': { icon: 'result', kind: 'system', name: 'Command output' },
  hook: { icon: 'link', kind: 'system', name: 'Hook' },
  interruption: { icon: 'hand', kind: 'error', name: 'Interrupted' },
  meta: { icon: 'system', kind: 'system', name: 'Client' },
  mode: { icon: 'hand', kind: 'system', name: 'Mode' },
  model: { icon: 'asst', kind: 'system', name: 'Model' },
  notification: { icon: 'bell', kind: 'system', name: 'Notice' },
  queue: { icon: 'clock', kind: 'system', name: 'Queue' },
  reminder: { icon: 'bell', kind: 'system', name: 'Reminder' },
  'shell-output': { icon: 'result', kind: 'system', name: 'Shell output' },
  'stray-result': { icon: 'result', kind: 'error', name: 'Stray result' },
  system: { icon: 'system', kind: 'system', name: 'System' },
  title: { icon: 'asst', kind: 'system', name: 'Title' },
};

function looksOf(row: WebNoticeRow): Looks {
  return LOOKS[row.notice] ?? { icon: 'system', kind: 'system', name: 'Notice' };
}

function AttachmentRow({ row, rows }: Pick<RowProps<WebNoticeRow>, 'row' | 'rows'>): JSX.Element {
  const run = attachmentRun(rows, row);
  const tokens = run.reduce((sum, one) => sum + (one.tokens ?? 0), 0);
  const labels = run.map((one) => one.label);
  const between = labels.some((label) => label.includes(',')) ? '; ' : ', ';
  return (
    <Bead
      row={{ ...row, tokens }}
      rows={rows}
      icon="clip"
      kind="system"
      className="event"
      name={plural(run.length, 'attachment')}
      gist={textStart(stripToLine(labels.join(between)), MOST_GIST)}
      body={() => (
        <dl class="kv attachments">
          {run.map((one) => (
            <div key={one.id} class="contents">
              <dt>{stripToLine(one.label)}</dt>
              <dd>
                {one.text === undefined ? '' : <TextBody row={one} rows={rows} path="text" text={one.text} />}
              </dd>
            </div>
          ))}
        </dl>
      )}
    />
  );
}

/** An agent that no call of this thread started. */
export function AgentRow({ row, rows }: RowProps<WebAgentRow>): JSX.Element {
  const about = [row.agentType, row.description].filter(Boolean).join(': ') || row.agentId;
  return (
    <Bead
      row={row}
      rows={rows}
      icon="agent"
      kind="agent"
      className="call agent"
      name="Agent"
      gist={stripToLine(`${about} (${row.link})`)}
      out={row.missing ? 'its lines are missing' : plural(row.toolCalls, 'call')}
      time={formatTook(row.durationMs)}
      body={row.missing ? undefined : () => null}
    />
  );
}

export function ImageRow({ row }: RowProps<WebImageRow>): JSX.Element {
  return (
    <div class="bead">
      <span class="glyph k-system">
        <Icon name="image" />
      </span>
      <Picture image={row.image} tokens={row.tokens} />
    </div>
  );
}

export function UnknownRow({ row, rows }: RowProps<WebUnknownRow>): JSX.Element {
  return (
    <Bead
      row={row}
      rows={rows}
      icon="braces"
      kind="system"
      className="event"
      name={`Unknown ${row.what}`}
      gist={`type “${stripToLine(row.type)}”, kept as it is`}
      body={() => <JsonBody value={row.value} />}
    />
  );
}

export function UnreadableRow({ row, rows }: RowProps<WebUnreadableRow>): JSX.Element {
  return (
    <Bead
      row={row}
      rows={rows}
      icon="error"
      kind="error"
      className="event event-error"
      name="Unreadable line"
      gist={`${row.reason.replaceAll('-', ' ')}: ${textStart(stripToLine(row.text), MOST_GIST)}`}
      body={() => <TextBody row={row} rows={rows} path="text" text={row.text} />}
    />
  );
}
