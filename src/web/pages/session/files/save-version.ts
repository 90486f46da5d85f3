// Restores a version of a file by handing it to the browser: nothing is written over, the person chooses the place.
import { writeApi } from '../../../data/api-client.ts';
import { saveBytes } from '../../../data/save-bytes.ts';
import { tell } from '../../../data/toasts.ts';
import { wordsOf } from '../../../widgets/states.tsx';

export async function saveVersion(key: string, path: string, version: number): Promise<void> {
  try {
    const { name, base64 } = await writeApi(
      'POST /api/sessions/:key/files/restore',
      { key },
      { path, version },
    );
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    saveBytes(name, [bytes], 'application/octet-stream');
  } catch (error) {
    tell(wordsOf(error).message, 'error');
  }
}
