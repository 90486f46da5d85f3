// Words for the notices by which background tasks, monitors and teammates report.
import { parseObject, stringField } from '../base/json.ts';
import { tagText } from '../session/tag-text.ts';
import type { NoticeWords } from './row-source.ts';

export function readNotification(text: string): NoticeWords {
  const summary = tagText(text, 'summary');
  const status = tagText(text, 'status');
  if (/^\s*<(?:task|agent|bash)-notification>/.test(text)) {
    const task = tagText(text, 'task-id') ?? tagText(text, 'agent-id') ?? tagText(text, 'shell-id');
    const label = decodeEntities(summary ?? `task ${task ?? ''} ${status ?? ''}`.trim());
    const failed = status === 'failed' || status === 'killed';
    return { label, text: tagText(text, 'result'), severity: failed ? 'warning' : 'info' };
  }
  const started = parseObject(text);
  if (started) {
    const what = stringField(started, 'description') ?? stringField(started, 'task_id') ?? '';
    return { label: `task started: ${what}`, quiet: true };
  }
  const mate = /^\s*<teammate-message[^>]{0,500}?teammate_id="([^"]{1,100})"[^>]{0,500}>/.exec(text);
  if (mate) {
    return {
      label: `message from ${mate[1]}`,
      text: text.slice(mate[0].length).replace(/<\/teammate-message>\s*$/, ''),
    };
  }
  return { label: 'notification', text: text.replace(/<\/?ci-monitor-event>/g, '').trim() };
}

// The client escapes the summary for its XML; only these five occur.
function decodeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
