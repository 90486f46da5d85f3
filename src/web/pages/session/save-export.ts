// Exports a session by handing the file to the browser: the server makes it, the person chooses the place.
import type { ExportQuery } from '../../../server/api.ts';
import { readFile } from '../../data/api-client.ts';
import { saveBytes } from '../../data/save-bytes.ts';
import { tell } from '../../data/toasts.ts';
import { wordsOf } from '../../widgets/states.tsx';

interface Export extends ExportQuery {
  readonly title: string;
  /** Among the first things to do. */
  readonly main: boolean;
}

/** What the palette offers; `clew export` has more. */
export const EXPORTS: readonly Export[] = [
  { title: 'Export as one HTML file', main: true },
  { title: 'Export as one HTML file, without secrets', main: false, redact: true },
  { title: 'Export as Markdown', main: false, format: 'md' },
];

export async function saveExport(key: string, query: ExportQuery): Promise<void> {
  tell('Making the file to save…');
  try {
    const { name, blob } = await readFile('GET /api/sessions/:key/export', { parts: { key }, query });
    saveBytes(name, [blob], blob.type);
    tell(query.redact ? `${name} is made` : `${name} is made. It holds all that was said and read.`);
  } catch (error) {
    tell(wordsOf(error).message, 'error');
  }
}
