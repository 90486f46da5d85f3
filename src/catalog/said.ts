// What a text is, who said it and whether an agent did, as one character: a block has those of all its texts in a row.
import { TEXT_KINDS, TEXT_ROLES, type TextKind, type TextRole } from './extract-texts.ts';

interface Said {
  /** Numbers in `TEXT_KINDS` and `TEXT_ROLES`. */
  readonly kind: number;
  readonly role: number;
  readonly agent?: unknown;
}

/** Never a comma, which stands between blocks where several are read. */
const FIRST = 64;
const ROLE = 8;
const AGENT = 32;

export function saidOf({ kind, role, agent }: Said): string {
  return String.fromCharCode(FIRST + kind + ROLE * role + (agent === undefined ? 0 : AGENT));
}

export interface SaidFilter {
  readonly roles?: readonly TextRole[] | undefined;
  readonly kinds?: readonly TextKind[] | undefined;
  readonly agent?: string | undefined;
}

/** The characters of texts that fit; undefined where all of them do. What an agent is called they do not tell. */
export function saidThatFits({ roles, kinds, agent }: SaidFilter): ReadonlySet<string> | undefined {
  if (!roles && !kinds && agent !== 'all' && agent !== 'none') return undefined;
  const fitting = new Set<string>();
  for (const [kind, kindName] of TEXT_KINDS.entries())
    for (const [role, roleName] of TEXT_ROLES.entries()) {
      if (kinds?.includes(kindName) === false || roles?.includes(roleName) === false) continue;
      if (agent !== 'all') fitting.add(saidOf({ kind, role }));
      if (agent !== 'none') fitting.add(saidOf({ kind, role, agent: true }));
    }
  return fitting;
}
