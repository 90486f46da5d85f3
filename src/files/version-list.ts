// Puts the versions of one file together from what happened to it: contents that are the same are one version.
import type { FileBackup } from './file-backups.ts';
import type { FileStep, TextRoom } from './file-step.ts';

/** A file as it was at one time. */
export interface FileVersion {
  /** From 1, in order of time. */
  readonly number: number;
  /**
   * `found`: how the file was when the session first saw it, or saw it changed by others. `written`: by a call.
   * `backup`: kept by the client's file history. `absent`: the file was not there.
   */
  readonly source: 'found' | 'written' | 'backup' | 'absent';
  /** The turn that it came about in; 0 before the first. */
  readonly turn: number;
  readonly line: number | undefined;
  readonly agentId: string | undefined;
  readonly time: number | undefined;
  /** Undefined where the log does not hold it, or only the backup does. */
  readonly content: string | undefined;
  /** The name of a backup with this content, in the session's folder of the file history. */
  readonly backup: string | undefined;
}

/** A call that touched the file, or a backup of it. */
export interface FileEvent {
  readonly step?: FileStep;
  readonly backup?: FileBackup;
  readonly turn: number;
  readonly agentId?: string | undefined;
  readonly time: number | undefined;
  /** The time that it is put in order by; what happened at one time keeps its order. */
  readonly at: number;
  readonly order: number;
}

/** Takes the events in order of time. */
export class VersionList {
  readonly list: FileVersion[] = [];
  readonly #room: TextRoom;

  /** Where there is no room left, what edits made is not known. */
  constructor(room: TextRoom) {
    this.#room = room;
  }

  take(event: FileEvent): void {
    const { step, backup } = event;
    if (backup) this.#takeBackup(event, backup);
    if (!step) return;
    if (step.before === null) this.#add(event, 'absent', undefined);
    else if (step.before !== undefined) this.#addContent(event, 'found', step.before);
    if (step.kind === 'read') {
      if (typeof step.after === 'string') this.#addContent(event, 'found', step.after);
      return;
    }
    const before = step.before ?? (step.before === null ? '' : this.list.at(-1)?.content);
    const { after } = step;
    if (typeof after !== 'function') this.#add(event, 'written', after);
    else this.#add(event, 'written', before === undefined ? undefined : after(before, this.#room));
  }

  #takeBackup(event: FileEvent, backup: FileBackup): void {
    const last = this.list.at(-1);
    if (backup.name === null) this.#add(event, 'absent', undefined);
    // The client keeps a file just before a call writes it: that is the version the session knows already.
    else if (last && last.source !== 'absent' && last.backup === undefined)
      this.list[this.list.length - 1] = { ...last, backup: backup.name };
    else if (last?.backup !== backup.name) this.#add(event, 'backup', undefined, backup.name);
  }

  #addContent(event: FileEvent, source: FileVersion['source'], content: string): void {
    const last = this.list.at(-1);
    if (last?.content !== undefined && sameText(last.content, content)) return;
    // A backup whose content was not known until now.
    if (last?.source === 'backup' && last.content === undefined)
      this.list[this.list.length - 1] = { ...last, content };
    else this.#add(event, source, content);
  }

  #add(event: FileEvent, source: FileVersion['source'], content: string | undefined, backup?: string): void {
    if (source === 'absent' && this.list.at(-1)?.source === 'absent') return;
    this.list.push({
      number: this.list.length + 1,
      source,
      turn: event.turn,
      line: event.step?.call.entry.place.line ?? event.backup?.line,
      agentId: event.agentId,
      time: event.time,
      content,
      backup,
    });
  }
}

// Some clients show a file without its last newline.
function sameText(a: string, b: string): boolean {
  return a === b || a.replace(/\n$/, '') === b.replace(/\n$/, '');
}
