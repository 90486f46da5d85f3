// The checks that found nothing: a few, and the rest on request.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { HealthAnswer } from '../../../../server/api.ts';
import { plural } from '../../../data/format.ts';
import { Icon } from '../../../widgets/icon.tsx';
import { MoreButton } from '../../../widgets/more-button.tsx';

const SHOWN = 8;

export function PassedList({ passed }: { readonly passed: HealthAnswer['passed'] }): JSX.Element | null {
  const [all, setAll] = useState(false);
  if (passed.length === 0) return null;
  const shown = all ? passed : passed.slice(0, SHOWN);
  return (
    <>
      <h2>{plural(passed.length, 'other check')} passed</h2>
      <ul class="passed">
        {shown.map(({ rule, sentence }) => (
          <li key={rule}>
            <Icon name="check" />
            {sentence}
          </li>
        ))}
      </ul>
      <MoreButton left={passed.length - shown.length} show={() => setAll(true)} />
    </>
  );
}
