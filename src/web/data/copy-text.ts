// Puts text on the clipboard and says so; where the browser refuses, says that.
import { tell } from './toasts.ts';

export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(`${what} copied`);
  } catch {
    tell(`${what} could not be copied: the browser does not allow it here.`, 'error');
  }
}
