// The right column's head: the one button, which says what it will do, and what is safe and what it costs.
import type { JSX } from 'preact';
import { formatK, formatMoney, formatNumber, plural } from '../../../data/format.ts';
import { Icon, type IconName } from '../../../widgets/icon.tsx';
import { wordsOf } from '../../../widgets/states.tsx';
import type { Planned, PlanState } from './use-plan.ts';
import type { Run } from './use-run.ts';

interface CreatePanelProps {
  readonly state: PlanState;
  readonly making: boolean;
  /** A copy of this very wish is there already. */
  readonly done: boolean;
  readonly failure: unknown;
  readonly agreedTo: string | undefined;
  readonly agree: (destination: string | undefined) => void;
  readonly create: () => void;
  /** Where texts are shortened, which takes a while. */
  readonly run: Run | undefined;
}

export function CreatePanel(props: CreatePanelProps): JSX.Element {
  const { state, making, done, failure, agreedTo, agree, create, run } = props;
  const { plan, busy } = state;
  const trouble = failure ?? state.failure;
  const destination = plan?.compress?.destination;
  const isSending = destination !== undefined && (plan?.compress?.calls ?? 0) > 0 && !busy;
  const waits = isSending && agreedTo !== destination;
  const cannot = making || busy || !plan || state.failure !== undefined || waits;
  return (
    <>
      <button
        type="button"
        class={done ? 'btn btn-big cut-create' : 'btn btn-main btn-big cut-create'}
        disabled={cannot}
        onClick={create}
      >
        {buttonWords(plan, making, isSending)}
      </button>
      <div role="status" aria-live="polite">
        {trouble !== undefined && <Trouble error={trouble} />}
        {making && run && <Running run={run} />}
      </div>
      {isSending && plan?.compress && (
        <Consent plan={plan} destination={destination} agreed={!waits} agree={agree} />
      )}
      {plan && <Facts plan={plan} />}
    </>
  );
}

function Running({ run }: { readonly run: Run }): JSX.Element {
  const { done, of } = run.progress ?? { done: 0, of: 0 };
  return (
    <p class="row data cut-running">
      <progress aria-label="Texts shortened" {...(of > 0 ? { max: of, value: done } : {})} />
      <span>{of > 0 ? `${formatNumber(done)} of ${formatNumber(of)}` : 'Beginning'}</span>
      <button type="button" class="btn" onClick={run.cancel}>
        Cancel
      </button>
    </p>
  );
}

function buttonWords(plan: Planned | undefined, making: boolean, isSending: boolean): string {
  if (making) return isSending ? 'Sending and writing' : 'Writing';
  if (!plan) return 'Create a copy';
  const { compress } = plan;
  if (isSending && compress)
    return `Send ${plural(compress.texts - compress.cached, 'text')}, create the copy`;
  return `Create a copy with ${formatK(plan.tokens.after)} tokens`;
}

function Trouble({ error }: { readonly error: unknown }): JSX.Element {
  const { message, hint } = wordsOf(error);
  return (
    <p class="cut-trouble data">
      <Icon name="error" />
      <span>
        {message}
        {/* Flags of the command line help nobody here. */}
        {hint !== undefined && !hint.includes('--') ? ` ${hint}` : ''} Nothing was written.
      </span>
    </p>
  );
}

interface ConsentProps {
  readonly plan: Planned;
  readonly destination: string;
  readonly agreed: boolean;
  readonly agree: (destination: string | undefined) => void;
}

function Consent({ plan, destination, agreed, agree }: ConsentProps): JSX.Element | null {
  const { compress } = plan;
  if (!compress) return null;
  const { texts, cached, calls, input, costUSD, secrets, model } = compress;
  return (
    <div class="cut-consent">
      <p class="data">
        This sends <b>{plural(texts - cached, 'text')}</b> of the session, about{' '}
        <b>{formatK(input)} tokens</b> in {plural(calls, 'request')}, to <b>{destination}</b> (model {model})
        {priceWords(costUSD)}.
        {secrets > 0
          ? ` ${plural(secrets, 'secret')} found in them ${secrets === 1 ? 'is' : 'are'} hidden first.`
          : ''}
      </p>
      <label class="row data">
        <input
          class="check"
          type="checkbox"
          checked={agreed}
          onChange={(event) => agree(event.currentTarget.checked ? destination : undefined)}
        />
        Yes, send them there
      </label>
    </div>
  );
}

function priceWords(usd: number | undefined): string {
  if (usd === undefined) return '; its price is not known';
  return usd < 0.005 ? ', for less than a cent' : `, for about ${formatMoney(usd)}`;
}

function Facts({ plan }: { readonly plan: Planned }): JSX.Element {
  const { cost, cut, compress } = plan;
  const facts: (readonly [IconName, string])[] = [
    ['check', 'The source file is not touched.'],
    ['check', 'Every call keeps its result or goes with it; no message is left empty.'],
  ];
  if (compress && compress.destination === undefined) {
    facts.push(['check', 'Nothing leaves this machine.']);
  }
  if (compress && compress.cached > 0) {
    facts.push([
      'check',
      `${formatNumber(compress.cached)} of ${formatNumber(compress.texts)} texts are known from an earlier run.`,
    ]);
  }
  if (cut && cut.agents.left > 0) {
    facts.push(['agent', `${plural(cut.agents.left, 'agent')} left out with the calls that started them.`]);
  }
  if (cost.firstRequestUSD !== undefined) facts.push(['clock', costWords(plan)]);
  return (
    <ul class="facts-list cut-facts">
      {facts.map(([icon, words]) => (
        <li key={words}>
          <Icon name={icon} />
          {words}
        </li>
      ))}
      {plan.notes.map((note) => (
        <li key={note}>
          <Icon name="info" />
          {note}
        </li>
      ))}
    </ul>
  );
}

function costWords({ cost }: Planned): string {
  const { firstRequestUSD = 0, laterSavedUSD = 0 } = cost;
  const first = `The first request writes a new cache prefix: about ${formatMoney(firstRequestUSD)}.`;
  return laterSavedUSD >= 0.005 ? `${first} Each later one costs ${formatMoney(laterSavedUSD)} less.` : first;
}
