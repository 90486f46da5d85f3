// Prints a transcript whole: a list that keeps only the screen in the document would print one screen.
import { formatNumber, plural } from '../../../data/format.ts';
import { tell } from '../../../data/toasts.ts';
import type { TranscriptState } from '../../../data/transcript-state.ts';
import { MOST_PRINTED } from '../../../widgets/transcript/transcript-view.tsx';

export async function printTranscript(state: TranscriptState): Promise<void> {
  const total = state.main.total.peek();
  await state.main.need(0, Math.min(total, MOST_PRINTED) - 1);
  if (total > MOST_PRINTED)
    tell(`The first ${formatNumber(MOST_PRINTED)} of ${plural(total, 'row')} are printed.`, 'error');
  state.printing.value = true;
  await new Promise((done) => setTimeout(done, 100));
  globalThis.addEventListener(
    'afterprint',
    () => {
      state.printing.value = false;
    },
    { once: true },
  );
  globalThis.print();
}
