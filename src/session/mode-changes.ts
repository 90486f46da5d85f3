// When the permission mode and the mode of a session changed; the client repeats them, only changes count.
import { stringField } from '../base/json.ts';
import { attachmentTypeOf, isSidechain, timeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';

export interface ModeChange {
  readonly kind: 'permission-mode' | 'mode';
  readonly from: string | undefined;
  readonly to: string;
  readonly entry: Entry;
  /** The entries of type `mode` and `permission-mode` have no time: that of the entry before them. */
  readonly at: number | undefined;
}

export function listModeChanges(entries: readonly Entry[]): ModeChange[] {
  const changes: ModeChange[] = [];
  const now = new Map<ModeChange['kind'], string>();
  let at: number | undefined;
  for (const entry of entries) {
    at = timeOf(entry) ?? at;
    const said = modeOf(entry);
    if (!said || now.get(said.kind) === said.to) continue;
    changes.push({ ...said, from: now.get(said.kind), entry, at });
    now.set(said.kind, said.to);
  }
  return changes;
}

function modeOf(entry: Entry): Pick<ModeChange, 'kind' | 'to'> | undefined {
  const { type } = entry.value;
  // An agent runs in a mode of its own.
  if (isSidechain(entry)) return undefined;
  if (type === 'mode') return named('mode', stringField(entry.value, 'mode'));
  if (type === 'permission-mode' || type === 'user') {
    return named('permission-mode', stringField(entry.value, 'permissionMode'));
  }
  return attachmentTypeOf(entry) === 'plan_mode' ? named('permission-mode', 'plan') : undefined;
}

function named(
  kind: ModeChange['kind'],
  to: string | undefined,
): Pick<ModeChange, 'kind' | 'to'> | undefined {
  return to === undefined || to === '' ? undefined : { kind, to };
}
