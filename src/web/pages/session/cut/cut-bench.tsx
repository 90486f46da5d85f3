// The workbench: on the left what can go, in the middle the window before and after, on the right the button and what goes.
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { CutAnswer, CutOverview } from '../../../../server/api.ts';
import { writeApi } from '../../../data/api-client.ts';
import { hrefOfTurn } from '../../../data/href-of-turn.ts';
import { useKeys } from '../../../data/keys.ts';
import { goTo, hrefOfSession, hrefWith, replaceRoute, route } from '../../../data/route.ts';
import { useSession } from '../../../data/session-context.ts';
import { ChoiceList } from './choice-list.tsx';
import { CompressForm } from './compress-form.tsx';
import { type CompressWish, compressInputOf, FIRST_COMPRESS } from './compress-wish.ts';
import { CopyOptions } from './copy-options.tsx';
import { CreatePanel } from './create-panel.tsx';
import { type CutWish, firstWish, inputOf } from './cut-wish.ts';
import { GoesList } from './goes-list.tsx';
import { LineageList } from './lineage-list.tsx';
import { Middle } from './middle.tsx';
import { ModeChoice } from './mode-choice.tsx';
import { type Job, usePlan } from './use-plan.ts';
import { useRun } from './use-run.ts';
import { WhereChoice } from './where-choice.tsx';

export function CutBench({ overview }: { readonly overview: CutOverview }): JSX.Element {
  const { source, head } = useSession();
  const { params } = route.value;
  const [wish, setWish] = useState<CutWish>(() =>
    firstWish(overview, params.take, params.leaf ?? leafOf(head.branchList, params.branch)),
  );
  const [compress, setCompress] = useState<CompressWish>(FIRST_COMPRESS);
  const [agreed, setAgreed] = useState<{ readonly to: string | undefined; readonly of: string }>();
  const [table, setTable] = useState(false);
  const [made, setMade] = useState<{ readonly answer: CutAnswer; readonly of: string }>();
  const [making, setMaking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [changes, setChanges] = useState(0);
  const job = useMemo((): Job => {
    const input = inputOf(overview, wish);
    return wish.mode === 'compress'
      ? { kind: 'compress', input: compressInputOf(compress, input) }
      : { kind: 'cut', input };
  }, [overview, wish, compress]);
  const state = usePlan(source.key, job);
  const wished = JSON.stringify(job);
  // Whoever agreed to send texts did so to one plan: any change of it takes the yes back.
  const agreedTo = agreed?.of === wished ? agreed.to : undefined;
  useEffect(() => setFailure(undefined), [wished]);
  useEffect(() => {
    replaceRoute(hrefWith({ take: [...wish.ticked].join(',') || undefined }));
  }, [wish.ticked]);
  const selected = Number(params.turn) || undefined;
  const turns = state.plan?.turns.before ?? overview.turns;
  const select = (turn: number) => goTo(hrefOfTurn(turn));
  const open = (turn: number) => goTo(hrefOfSession(source.key, 'transcript', { turn }));
  const step = (by: number) =>
    select(Math.min(Math.max((selected ?? (by > 0 ? 0 : turns + 1)) + by, 1), turns));
  useKeys('Cut', [
    { key: 't', title: 'Table behind the charts', run: () => setTable((shown) => !shown) },
    { key: 'ArrowLeft', title: 'Previous turn', run: () => step(-1) },
    { key: 'ArrowRight', title: 'Next turn', run: () => step(1) },
    { key: 'Enter', title: 'Read the selected turn', run: () => selected !== undefined && open(selected) },
  ]);
  const run = useRun(source);
  const create = () => {
    setMaking(true);
    setFailure(undefined);
    makeCopy(source.key, job, agreedTo, run.begin())
      .then((answer) => {
        setMade({ answer, of: wished });
        setChanges((count) => count + 1);
        globalThis.scrollTo({ top: 0 });
      }, setFailure)
      .finally(() => setMaking(false));
  };
  const perTurn = useMemo(
    () => new Map((state.plan?.cut?.perTurn ?? []).map(({ turn, before }) => [turn, before])),
    [state.plan],
  );
  const changed = () => setChanges((count) => count + 1);
  return (
    <main class="cut" id="main">
      <section aria-label="What can go">
        <h2>What can go</h2>
        <ModeChoice overview={overview} wish={wish} setWish={setWish} />
        {wish.mode === 'compress' && <CompressForm wish={compress} setWish={setCompress} />}
        <ChoiceList overview={overview} wish={wish} setWish={setWish} plan={state.plan} />
        <WhereChoice wish={wish} setWish={setWish} turns={turns} perTurn={perTurn} selected={selected} />
        <CopyOptions wish={wish} setWish={setWish} turns={turns} title={state.plan?.title} />
      </section>
      <Middle
        overview={overview}
        state={state}
        wish={wish}
        setWish={setWish}
        made={made?.answer}
        changed={changed}
        table={table}
        setTable={setTable}
        selected={selected}
        select={select}
        open={open}
      />
      <section aria-label="What goes">
        <CreatePanel
          state={state}
          making={making}
          done={made?.of === wished}
          failure={failure}
          agreedTo={agreedTo}
          agree={(to) => setAgreed({ to, of: wished })}
          create={create}
          run={job.kind === 'compress' ? run : undefined}
        />
        {state.plan && <GoesList plan={state.plan} />}
        <LineageList changes={changes} changed={changed} />
      </section>
    </main>
  );
}

async function makeCopy(
  key: string,
  job: Job,
  agreedTo: string | undefined,
  run: string,
): Promise<CutAnswer> {
  if (job.kind === 'cut') return writeApi('POST /api/sessions/:key/cut', { key }, job.input);
  const input = { ...job.input, run, ...(agreedTo === undefined ? {} : { agreedTo }) };
  return writeApi('POST /api/sessions/:key/compress', { key }, input);
}

/** The branch that is read is the branch that is cut. */
function leafOf(
  branches: readonly { readonly number: number; readonly leaf: string; readonly active: boolean }[],
  branch: string | undefined,
): string | undefined {
  const one = branches.find(({ number, leaf }) => String(number) === branch || leaf === branch);
  return one?.active === false ? one.leaf : undefined;
}
