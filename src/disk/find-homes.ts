// Finds the homes to look in: the ones given, else the environment's, else the client's two usual places [F1].
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import { type Machine, resolvePath } from './machine.ts';
import { quoteName } from './quote-name.ts';
import { realPathOf } from './real-path.ts';
import { errorCode, isVanished } from './system-error.ts';

/**
 * Absolute paths of homes, each once, in order. `given` are the `--home` folders: each must be a directory,
 * but need not have sessions. The usual places count only with a `projects` folder in them.
 */
export async function findHomes(machine: Machine, given: readonly string[] = []): Promise<readonly string[]> {
  if (given.length > 0) {
    const homes = given.map((home) => resolvePath(home, machine));
    for (const home of homes) {
      const refusal = refuseHome(home, kindOf(home));
      if (refusal) throw refusal;
    }
    return withoutRepeats(homes);
  }
  const variable = machine.env.CLAUDE_CONFIG_DIR;
  if (variable?.trim()) return findVariableHomes(variable, machine);
  const usual = ['.claude', join('.config', 'claude')].map((name) => join(machine.homeDirectory, name));
  const found: string[] = [];
  for (const home of usual) if (kindOf(join(home, 'projects')) === 'directory') found.push(home);
  return withoutRepeats(found);
}

// One of several may be an unmounted disk: only when none is there is the variable itself wrong.
async function findVariableHomes(variable: string, machine: Machine): Promise<readonly string[]> {
  // The client takes the value whole, so a folder whose name has a comma comes first.
  const whole = resolvePath(variable, machine);
  if (kindOf(whole) === 'directory') return [whole];
  const names = variable.split(',').filter((name) => name.trim() !== '');
  const homes = names.map((name) => resolvePath(name.trim(), machine));
  const found: string[] = [];
  let refusal: Refusal | undefined;
  for (const home of homes) {
    const wrong = refuseHome(
      home,
      kindOf(home),
      'CLAUDE_CONFIG_DIR names it: correct or unset the variable.',
    );
    if (wrong) refusal ??= wrong;
    else found.push(home);
  }
  if (found.length === 0 && refusal) throw refusal;
  return withoutRepeats(found);
}

type PathKind = 'directory' | 'file' | 'missing' | 'unreadable';

function kindOf(path: string): PathKind {
  try {
    return statSync(path).isDirectory() ? 'directory' : 'file';
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return isVanished(error) ? 'missing' : 'unreadable';
  }
}

function refuseHome(home: string, kind: PathKind, hint?: string): Refusal | undefined {
  const name = quoteName(home);
  switch (kind) {
    case 'directory':
      return undefined;
    case 'file':
      return new Refusal(
        'home-is-a-file',
        `The home ${name} is a file, not a directory.`,
        hint ?? 'To read one session file, give its path instead of --home.',
      );
    case 'missing':
      return new Refusal(
        'home-missing',
        `The home ${name} does not exist.`,
        hint ?? 'A home is the folder that holds projects/, usually ~/.claude.',
      );
    case 'unreadable':
      return new Refusal(
        'home-unreadable',
        `The home ${name} cannot be read.`,
        hint ?? 'Check its permissions.',
      );
  }
}

// ~/.config/claude is often a link to ~/.claude: listed twice, every session would be ambiguous.
function withoutRepeats(homes: readonly string[]): readonly string[] {
  const byRealPath = new Map<string, string>();
  for (const home of homes) {
    const real = realPathOf(home) ?? home;
    if (!byRealPath.has(real)) byRealPath.set(real, home);
  }
  return [...byRealPath.values()];
}
