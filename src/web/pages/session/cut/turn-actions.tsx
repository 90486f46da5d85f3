// What can be done with the selected turn: begin or end the copy there, or cut only in it.
import type { JSX } from 'preact';
import { stripToLine } from '../../../../base/strip-controls.ts';
import { hrefOfSession } from '../../../data/route.ts';
import { useSession } from '../../../data/session-context.ts';
import type { CutWish } from './cut-wish.ts';

interface TurnActionsProps {
  readonly turn: number;
  readonly wish: CutWish;
  readonly setWish: (wish: CutWish) => void;
}

export function TurnActions({ turn, wish, setWish }: TurnActionsProps): JSX.Element {
  const { turns, source } = useSession();
  const prompt = turns.value?.turns.find(({ number }) => number === turn)?.prompt;
  return (
    <div class="cut-turn">
      <p class="data one">
        <b>Turn {turn}</b>
        {prompt ? <span class="ink2"> {stripToLine(prompt)}</span> : ''}
      </p>
      <div class="row">
        <button type="button" class="btn btn-bare" onClick={() => setWish({ ...wish, to: turn })}>
          End the copy here
        </button>
        <button type="button" class="btn btn-bare" onClick={() => setWish({ ...wish, from: turn })}>
          Begin it here
        </button>
        <button
          type="button"
          class="btn btn-bare"
          onClick={() => setWish({ ...wish, where: { kind: 'chosen', turns: [{ from: turn, to: turn }] } })}
        >
          Cut only here
        </button>
        <a class="btn btn-bare" href={hrefOfSession(source.key, 'transcript', { turn })}>
          Read it
        </a>
      </div>
    </div>
  );
}
