// What the package publishes: the names of each entry point, and where each is declared.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface PublicName {
  readonly name: string;
  readonly kind: 'type' | 'value';
  /** The file that it comes from, and the text of it before its declaration. */
  readonly file: string;
  readonly before: string;
}

export interface EntryPoint {
  /** As it is imported: `clew/disk`. */
  readonly specifier: string;
  readonly source: string;
  readonly names: readonly PublicName[];
}

export const root: string = join(import.meta.dirname, '..', '..');
export const manifest: {
  readonly version: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

export function listEntryPoints(): EntryPoint[] {
  return Object.entries(manifest.exports).flatMap(([path, target]) => {
    if (typeof target === 'string') return [];
    const source = target.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts');
    return [{ specifier: `clew${path.slice(1)}`, source, names: readNames(source) }];
  });
}

function readNames(source: string): PublicName[] {
  const text = readFileSync(join(root, source), 'utf8');
  const names: PublicName[] = [];
  for (const [, type, list = '', from = ''] of text.matchAll(
    /^export (type )?(\{[^}]*\}|\*) from '([^']+)';/gm,
  )) {
    const file = join(dirname(source), from);
    const inner = readFileSync(join(root, file), 'utf8');
    const words = list === '*' ? declared(inner) : list.replaceAll(/[{}]/g, '').split(',');
    for (const word of words.map((one) => one.trim()).filter((one) => one !== '')) {
      const isType = type !== undefined || word.startsWith('type ');
      const name = word.replace(/^type /, '');
      names.push({ name, kind: isType ? 'type' : 'value', ...findDeclaration(name, file) });
    }
  }
  return names;
}

function declared(text: string): string[] {
  return [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => name);
}

/** Follows a name through files that only pass it on. */
function findDeclaration(name: string, file: string): { file: string; before: string } {
  const text = readFileSync(join(root, file), 'utf8');
  const kinds = '(?:async function\\*?|function\\*?|abstract class|class|interface|type|const)';
  const found = new RegExp(`^export ${kinds} ${name}\\b`, 'm').exec(text);
  if (found) return { file, before: text.slice(0, found.index) };
  const passed = new RegExp(`\\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`).exec(text);
  if (!passed?.[1]) throw new Error(`${name} is not declared in ${file}`);
  return findDeclaration(name, join(dirname(file), passed[1]));
}
