// The sentence that answers the graph: which way did it go?
import type { JSX } from 'preact';
import type { GraphAnswer } from '../../../../server/api.ts';
import { formatNumber, plural } from '../../../data/format.ts';

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

export function GraphFinding({ graph }: { readonly graph: GraphAnswer }): JSX.Element {
  const { turns, compactions, left, agents, agentsReturned, agentsGone, takenBack } = graph.counts;
  const never = left === 0 && compactions === 0 && takenBack === 0;
  return (
    <p class="finding gr-finding">
      {turns === 0 ? (
        'A thread without a turn'
      ) : (
        <>
          One thread of <b>{plural(turns, 'turn')}</b>
        </>
      )}
      {never ? ', never left' : ''}
      {compactions > 0 && `, tied ${times(compactions)}`}
      {left > 0 && `, left ${times(left)}`}
      {takenBack > 0 && `, ${spell(takenBack)} ${takenBack === 1 ? 'prompt' : 'prompts'} taken back`}
      {agents > 0 && (
        <>
          , with <b>{`${spell(agents)} ${agents === 1 ? 'agent' : 'agents'}`}</b>{' '}
          {returnWords(agents, agentsReturned)}
        </>
      )}
      .{agentsGone > 0 && ` ${goneWords(agentsGone, agents > 0)}`}
    </p>
  );
}

function returnWords(agents: number, returned: number): string {
  if (returned === agents) return agents === 1 ? 'that came back' : 'that all came back';
  if (returned === 0) return agents === 1 ? 'that did not come back' : 'of which none came back';
  return `of which ${spell(returned)} came back`;
}

// What such an agent did is in its file alone; what it answered is in the session.
function goneWords(gone: number, more: boolean): string {
  const who = `${capital(spell(gone))} ${more ? 'more ' : ''}${gone === 1 ? 'agent' : 'agents'}`;
  return `${who} left no file: only what ${gone === 1 ? 'it' : 'they'} answered is here.`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${spell(count)} times`;
}

function spell(count: number): string {
  return NUMBERS[count] ?? formatNumber(count);
}
