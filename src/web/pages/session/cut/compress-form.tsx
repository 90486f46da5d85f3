// How old turns are shortened: by whom, how much, which texts. The way without a model is the default.
import type { JSX } from 'preact';
import { BAND_WORDS } from './band-words.ts';
import type { CompressWish, Provider, Shortened } from './compress-wish.ts';

const PROVIDERS: readonly (readonly [provider: Provider, title: string, words: string])[] = [
  [
    'offline',
    'Extracts, on this machine',
    'No model: first and last sentences, paths, commands, decisions stay. Nothing is sent.',
  ],
  ['claude', 'The installed claude', 'Sends texts through your client, after you agreed.'],
  ['anthropic', 'The Messages API', 'Sends texts with ANTHROPIC_API_KEY of the server, after you agreed.'],
  [
    'openai',
    'An OpenAI-compatible endpoint',
    'Sends texts to OPENAI_BASE_URL of the server, after you agreed.',
  ],
];

const WHAT: readonly (readonly [what: Shortened, title: string])[] = [
  ['answer', 'Answers'],
  ['result', 'Tool results'],
  ['prompt', 'Prompts'],
  ['turns', 'Whole turns into one summary'],
];

interface CompressFormProps {
  readonly wish: CompressWish;
  readonly setWish: (wish: CompressWish) => void;
}

export function CompressForm({ wish, setWish }: CompressFormProps): JSX.Element {
  const change = (next: Partial<CompressWish>) => setWish({ ...wish, ...next });
  const provider = PROVIDERS.find(([name]) => name === wish.provider);
  const preset = BAND_WORDS.find(({ name }) => name === wish.bands);
  return (
    <div class="cut-compress">
      <label class="row data">
        By
        <select
          class="small-field grow"
          value={wish.provider}
          onChange={(event) => change({ provider: event.currentTarget.value as Provider })}
        >
          {PROVIDERS.map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <p class="meta">{provider?.[2]}</p>
      {wish.provider !== 'offline' && (
        <label class="row data">
          Model
          <input
            class="small-field grow"
            value={wish.model}
            maxLength={200}
            placeholder={wish.provider === 'openai' ? 'the name of a model' : 'its usual small one'}
            onInput={(event) => change({ model: event.currentTarget.value })}
          />
        </label>
      )}
      <label class="row data">
        How much
        <select
          class="small-field grow"
          value={preset ? wish.bands : 'own'}
          onChange={(event) => {
            const { value } = event.currentTarget;
            change({ bands: value === 'own' ? '0-50:heavy,50-75:standard' : value });
          }}
        >
          {BAND_WORDS.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
          <option value="own">bands of my own</option>
        </select>
      </label>
      {preset ? (
        <p class="meta">{preset.sentence}</p>
      ) : (
        <label class="row data">
          Bands
          <input
            class="small-field grow"
            value={wish.bands}
            onInput={(event) => change({ bands: event.currentTarget.value })}
          />
        </label>
      )}
      <div class="cut-what" role="group" aria-label="What is shortened">
        {WHAT.map(([what, title]) => (
          <label key={what} class="row data">
            <input
              class="check"
              type="checkbox"
              disabled={wish.asCompaction}
              checked={wish.asCompaction ? what === 'turns' : wish.what.has(what)}
              onChange={(event) => {
                const next = new Set(wish.what);
                if (event.currentTarget.checked) next.add(what);
                else next.delete(what);
                change({ what: next });
              }}
            />
            {title}
          </label>
        ))}
        <label class="row data">
          <input
            class="check"
            type="checkbox"
            checked={wish.asCompaction}
            onChange={(event) => change({ asCompaction: event.currentTarget.checked })}
          />
          As the client’s own compaction: the history stays in the file
        </label>
      </div>
      <p class="meta">What you tick below goes first.</p>
    </div>
  );
}
