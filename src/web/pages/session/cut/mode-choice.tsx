// How the copy is made: ticked by hand (with presets), fitted to a size, or old turns compressed.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CutOverview } from '../../../../server/api.ts';
import { formatK } from '../../../data/format.ts';
import { adviceWords } from './advice-words.ts';
import { type CutWish, fitFor, type Mode } from './cut-wish.ts';
import { parseTokens } from './parse-tokens.ts';

const MODES: readonly (readonly [mode: Mode, title: string])[] = [
  ['hand', 'By hand'],
  ['fit', 'Fit to'],
  ['compress', 'Compress'],
];

interface ModeChoiceProps {
  readonly overview: CutOverview;
  readonly wish: CutWish;
  readonly setWish: (wish: CutWish) => void;
}

export function ModeChoice({ overview, wish, setWish }: ModeChoiceProps): JSX.Element {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? (wish.fit === undefined ? '' : formatK(wish.fit));
  const choose = (mode: Mode) => {
    const fit = wish.fit ?? fitFor(overview);
    setWish({ ...wish, mode, ...(mode === 'fit' ? { fit } : {}) });
  };
  return (
    <>
      <div class="row cut-mode">
        <span class="seg" role="group" aria-label="How the copy is made">
          {MODES.map(([mode, title]) => (
            <button key={mode} type="button" aria-pressed={wish.mode === mode} onClick={() => choose(mode)}>
              {title}
            </button>
          ))}
        </span>
        {wish.mode === 'fit' && (
          <input
            class="small-field cut-tokens"
            value={text}
            aria-label="Tokens that a resume may load"
            aria-invalid={parseTokens(text) === undefined}
            onInput={(event) => {
              setTyped(event.currentTarget.value);
              const fit = parseTokens(event.currentTarget.value);
              if (fit !== undefined) setWish({ ...wish, fit });
            }}
          />
        )}
      </div>
      {wish.mode === 'hand' && <Presets overview={overview} wish={wish} setWish={setWish} />}
      {wish.mode === 'fit' && (
        <p class="data ink2 cut-words">
          Oldest and largest first, the newest turns last. What you tick below goes in any case.
        </p>
      )}
    </>
  );
}

function Presets({ overview, wish, setWish }: ModeChoiceProps): JSX.Element {
  const chosen = overview.presets.find(({ name }) => name === wish.preset);
  return (
    <>
      <div class="row cut-presets" role="group" aria-label="Presets">
        {overview.presets.map(({ name, sentence }) => (
          <button
            key={name}
            type="button"
            class="chip"
            title={sentence}
            aria-pressed={name === wish.preset}
            onClick={() => setWish({ ...wish, preset: name === wish.preset ? undefined : name })}
          >
            {name}
          </button>
        ))}
      </div>
      <p class="data ink2 cut-words">
        {chosen?.sentence ??
          `${adviceWords(overview)}Take a preset, tick single things, or both; the plan follows.`}
      </p>
    </>
  );
}
