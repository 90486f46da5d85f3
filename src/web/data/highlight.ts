// Code coloured by its language; the grammars are fetched when the first code is shown.
import { signal } from '@preact/signals';
import type { HLJSApi } from 'highlight.js';

const core = signal<HLJSApi | undefined>(undefined);
let asked = false;

const MOST = 60_000;

/** HTML of the code with spans of classes, or undefined where it is not coloured (yet): then it is shown as text. */
export function highlightCode(code: string, language: string): string | undefined {
  if (language === '' || code.length > MOST) return undefined;
  if (!core.value) {
    void loadGrammars();
    return undefined;
  }
  const name = core.value.getLanguage(language) ? language : undefined;
  if (name === undefined) return undefined;
  try {
    // The library escapes the code and adds spans of its own classes only.
    return core.value.highlight(code, { language: name, ignoreIllegals: true }).value;
  } catch {
    return undefined;
  }
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  cjs: 'javascript',
  cc: 'cpp',
  cs: 'csharp',
  h: 'c',
  hpp: 'cpp',
  htm: 'xml',
  html: 'xml',
  js: 'javascript',
  jsonl: 'json',
  jsx: 'javascript',
  kt: 'kotlin',
  mjs: 'javascript',
  mts: 'typescript',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  svg: 'xml',
  ts: 'typescript',
  tsx: 'typescript',
  vue: 'xml',
  yml: 'yaml',
  zsh: 'bash',
};

export function languageOfPath(path: string): string {
  const extension = /\.([A-Za-z0-9]{1,8})$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return EXTENSIONS[extension] ?? extension;
}

async function loadGrammars(): Promise<void> {
  if (asked) return;
  asked = true;
  const [{ default: library }, { GRAMMARS }] = await Promise.all([
    import('highlight.js/lib/core'),
    import('../../render/terminal/highlight-grammars.ts'),
  ]);
  for (const [name, grammar] of GRAMMARS) library.registerLanguage(name, grammar);
  core.value = library;
}
