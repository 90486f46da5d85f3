// The head of a session: title, facts, what can be done, and the tabs. It stays while the page scrolls.
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { stripToLine } from '../../../base/strip-controls.ts';
import type { SessionHead as Head, TurnsAnswer } from '../../../server/api.ts';
import { copyText } from '../../data/copy-text.ts';
import { formatK, formatMoney, formatNumber, formatSpan } from '../../data/format.ts';
import { hrefOf, hrefOfSession, route } from '../../data/route.ts';
import { shortModel } from '../../data/short-model.ts';
import { describeHealth } from '../../widgets/health-dot.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { openPalette } from '../../widgets/palette-state.ts';
import { useHeadHeight } from '../../widgets/use-head-height.ts';
import { canSplit, toggleSplit } from '../split/split-state.ts';
import { BranchMenu } from './branch-menu.tsx';
import { hasTab, TAB_NAMES } from './tab-names.ts';

interface SessionHeadProps {
  readonly head: Head;
  readonly tab: string;
  readonly branch: string | undefined;
  readonly turns: TurnsAnswer | undefined;
  /** Two views are shown, each below its own tabs. */
  readonly split: boolean;
}

export function SessionHead({ head, tab, branch, turns, split }: SessionHeadProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useHeadHeight(box);
  return (
    <div class={split ? 'head head-split' : 'head'} ref={box}>
      <div class="head-top">
        <h1 class={head.title ? 'one' : 'one quiet'} title={stripToLine(head.title ?? '')}>
          {stripToLine(head.title ?? 'Untitled')}
        </h1>
        <span class="grow" />
        <button
          type="button"
          class="btn btn-bare"
          title={`Copy: ${head.resumeCommand}`}
          aria-label="Copy the resume command"
          onClick={() => void copyText(head.resumeCommand, 'Resume command')}
        >
          <Icon name="copy" />
          <span>Resume command</span>
        </button>
        {hasTab('cut') && tab !== 'cut' && (
          <a
            class={OWN_BUTTON.has(tab) ? 'btn' : 'btn btn-main'}
            href={hrefOfSession(head.key, 'cut', { branch })}
            aria-label="Cut"
          >
            <Icon name="cut" />
            <span>Cut</span>
          </a>
        )}
        <button type="button" class="icon-btn" aria-label="More" onClick={openPalette}>
          <Icon name="more" />
        </button>
      </div>
      <Facts head={head} branch={branch} turns={turns} />
      {!split && <Tabs head={head} tab={tab} />}
    </div>
  );
}

/** Views with a filled button of their own: there is one a view. */
const OWN_BUTTON: ReadonlySet<string> = new Set(['context', 'health']);

function Tabs({ head, tab }: Pick<SessionHeadProps, 'head' | 'tab'>): JSX.Element {
  const row = useRef<HTMLElement>(null);
  // On a narrow screen the tabs scroll sideways, and the shown one may be off it.
  useEffect(() => {
    const shown = row.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    const box = row.current?.getBoundingClientRect();
    if (row.current && shown && box && (shown.right > box.right || shown.left < box.left))
      row.current.scrollLeft += shown.left - box.left - (box.width - shown.width) / 2;
  }, [tab]);
  return (
    <div class="tabs-row">
      <nav class="tabs" aria-label="Views of this session" ref={row}>
        {TAB_NAMES.map(({ name, title, count }) => (
          <a
            key={name}
            href={hrefOfSession(head.key, name, route.value.params)}
            aria-current={name === tab ? 'page' : undefined}
          >
            {title}
            {count?.(head) !== undefined && <span class="n">{count(head)}</span>}
          </a>
        ))}
      </nav>
      {canSplit.value && (
        <button
          type="button"
          class="icon-btn"
          aria-label="Two views side by side"
          title="Two views side by side (S)"
          onClick={toggleSplit}
        >
          <Icon name="split" />
        </button>
      )}
    </div>
  );
}

function Facts({ head, branch, turns }: Omit<SessionHeadProps, 'tab' | 'split'>): JSX.Element {
  const window = head.window ?? turns?.window;
  const health = describeHealth(head);
  const when = formatSpan(head.start ?? head.created, head.end ?? head.modified);
  return (
    <div class="facts">
      {head.projectName && (
        <span title={head.project}>
          <a class="plain-link" href={hrefOf('sessions', [], { project: head.project })}>
            {stripToLine(head.projectName)}
          </a>
        </span>
      )}
      {head.gitBranch && (
        <span class="fact-branch" title={stripToLine(head.gitBranch)}>
          {stripToLine(head.gitBranch)}
        </span>
      )}
      <span>
        <b>{formatNumber(head.turns)}</b> {head.turns === 1 ? 'turn' : 'turns'}
      </span>
      {head.contextTokens !== undefined && (
        <span class={head.resume ? 'fact-last' : undefined}>
          <b>{formatK(head.contextTokens)}</b>
          {window === undefined ? ' in the last request' : ` of ${formatK(window)} in the last request`}
        </span>
      )}
      {head.resume && (
        <span title="What a resume with the newest client would send, as the Context and Cut pages measure it">
          <b>{formatK(head.resume.tokens)}</b> on a resume
        </span>
      )}
      {head.models.length > 0 && (
        <span
          class="fact-model"
          title={[...head.models, ...head.versions.map((version) => `Claude Code ${version}`)].join(', ')}
        >
          {[...new Set(head.models.map((model) => shortModel(stripToLine(model))))].join(', ')}
        </span>
      )}
      {head.costUSD !== undefined && (
        <span>
          <b>{formatMoney(head.costUSD)}</b>
        </span>
      )}
      {when !== '' && <span>{when}</span>}
      <span class="row fact-health">
        <span class={`dot ${health.className}`} />
        {health.words}
      </span>
      {head.branchList.length > 1 && <BranchMenu head={head} branch={branch} current={turns?.branch} />}
      {!head.ready && <span role="status">still being read</span>}
    </div>
  );
}
