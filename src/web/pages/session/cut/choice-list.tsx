// What can go: clever cuts first, then tools, then the other kinds. A tick shows what the plan takes, not a guess.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CutChoice, CutGroup, CutOverview } from '../../../../server/api.ts';
import { formatBytes, formatNumber } from '../../../data/format.ts';
import { ChoiceRow } from './choice-row.tsx';
import { type CutWish, plainChoices, toggle } from './cut-wish.ts';
import { formatChange } from './parse-tokens.ts';
import { ToolRows } from './tool-rows.tsx';
import type { Planned } from './use-plan.ts';

interface ChoiceListProps {
  readonly overview: CutOverview;
  readonly wish: CutWish;
  readonly setWish: (wish: CutWish) => void;
  readonly plan: Planned | undefined;
}

export function ChoiceList(props: ChoiceListProps): JSX.Element {
  const { overview, wish, setWish, plan } = props;
  const { clever, kinds } = plainChoices(overview);
  return (
    <>
      {clever.map((choice) => (
        <ChoiceRow
          key={choice.id}
          id={choice.id}
          label={choice.label}
          detail={choice.detail}
          amount={formatChange(choice.tokens)}
          ticked={wish.ticked.has(choice.id)}
          onTick={(on) => setWish(toggle(wish, [choice.id], on))}
        />
      ))}
      <ToolRows {...props} />
      {kinds.map((choice) =>
        choice.id === 'uncompact' ? (
          <UncompactRow key={choice.id} {...props} choice={choice} />
        ) : (
          <KindRow key={choice.id} choice={choice} wish={wish} setWish={setWish} plan={plan} />
        ),
      )}
    </>
  );
}

const GROUPS: Readonly<Record<string, CutGroup['what']>> = {
  thinking: 'thinking',
  images: 'images',
  attachments: 'attachments',
};

interface KindRowProps extends Omit<ChoiceListProps, 'overview'> {
  readonly choice: CutChoice;
}

function KindRow({ choice, wish, setWish, plan }: KindRowProps): JSX.Element {
  const ticked = wish.ticked.has(choice.id);
  const goes = plan?.cut?.goes.find(({ what }) => what === GROUPS[choice.id]);
  const freed = goes && goes.tokens > 0 ? formatChange(-goes.tokens) : undefined;
  const whole = choice.tokens === 0 ? `−${formatBytes(-(choice.bytes ?? 0))}` : formatChange(choice.tokens);
  const part = !ticked && freed !== undefined;
  return (
    <ChoiceRow
      id={choice.id}
      label={choice.label}
      detail={part && goes ? goesWords(goes.count, choice.count) : choice.detail}
      amount={freed ?? whole}
      ticked={ticked}
      part={part}
      onTick={(on) => setWish(toggle(wish, [choice.id], on))}
    />
  );
}

function UncompactRow({ overview, wish, setWish, choice }: ChoiceListProps & { readonly choice: CutChoice }) {
  const ticked = wish.ticked.has('uncompact');
  const [asked, setAsked] = useState(String(wish.uncompact));
  const full = overview.window !== undefined && overview.tokens + choice.tokens > overview.window;
  const elsewhere = wish.leaf !== undefined;
  return (
    <ChoiceRow
      id="uncompact"
      label={overview.compactions > 1 ? 'Undo compactions' : choice.label}
      amount={formatChange(choice.tokens)}
      ticked={ticked && !elsewhere}
      disabled={elsewhere}
      detail={
        elsewhere ? (
          'Not with an end on another branch'
        ) : (
          <>
            {overview.compactions > 1 && ticked ? (
              <>
                The last{' '}
                <input
                  class="n"
                  type="number"
                  min={1}
                  max={overview.compactions}
                  value={asked}
                  aria-label="How many compactions"
                  onInput={(event) => {
                    setAsked(event.currentTarget.value);
                    const count = event.currentTarget.valueAsNumber;
                    if (count >= 1 && count <= overview.compactions) setWish({ ...wish, uncompact: count });
                  }}
                />{' '}
                of {overview.compactions}
              </>
            ) : (
              choice.detail
            )}
            {full ? '; more than the window holds unless more goes' : ''}
          </>
        )
      }
      onTick={(on) => setWish(toggle(wish, ['uncompact'], on))}
    />
  );
}

/** The choice counts what is in the window; what goes may also be out of it. */
function goesWords(goes: number, inWindow: number): string {
  return goes > inWindow
    ? `${formatNumber(goes)} in the whole file`
    : `${formatNumber(goes)} of ${formatNumber(inWindow)}`;
}
