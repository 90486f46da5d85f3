// What goes, in groups, largest first; each thing is one step from its place in the transcript.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { stripToLine } from '../../../../base/strip-controls.ts';
import type { CompressPlanAnswer, CutGroup, CutThing } from '../../../../server/api.ts';
import { formatBytes, formatNumber, plural } from '../../../data/format.ts';
import { hrefOfSession } from '../../../data/route.ts';
import { useSession } from '../../../data/session-context.ts';
import { iconOfTool } from '../../../data/tool-icon.ts';
import { Icon, type IconName } from '../../../widgets/icon.tsx';
import { formatChange, formatFine } from './parse-tokens.ts';
import type { Planned } from './use-plan.ts';

const SHOWN = 5;

const TITLES: Readonly<Record<CutGroup['what'], string>> = {
  shortened: 'Shortened',
  removed: 'Removed',
  thinking: 'Thinking',
  images: 'Images',
  attachments: 'Attachments',
  turns: 'Whole turns',
  beside: 'Not for the model',
};
const LOOKS: Readonly<Record<CutGroup['what'], readonly [kind: string, icon: IconName]>> = {
  shortened: ['k-tool', 'tool'],
  removed: ['k-tool', 'tool'],
  thinking: ['k-think', 'think'],
  images: ['k-user', 'image'],
  attachments: ['k-system', 'clip'],
  turns: ['k-user', 'user'],
  beside: ['k-system', 'system'],
};

export function GoesList({ plan }: { readonly plan: Planned }): JSX.Element {
  const groups = plan.cut?.goes ?? [];
  const isEmpty = groups.length === 0 && !plan.compress;
  return (
    <div class="goes">
      <h2>What goes</h2>
      {isEmpty && <p class="meta">Nothing yet: the copy would be the conversation as it is.</p>}
      {groups.map((group) => (
        <Group key={group.what} group={group} />
      ))}
      {plan.compress && <Bands plan={plan.compress} />}
    </div>
  );
}

function Group({ group }: { readonly group: CutGroup }): JSX.Element {
  const [shown, setShown] = useState(SHOWN);
  const { what, count, tokens, bytes, things } = group;
  return (
    <section aria-label={TITLES[what]}>
      <header>
        <span>
          {TITLES[what]}, {formatNumber(count)}
        </span>
        <span>{what === 'beside' ? `−${formatBytes(bytes)}` : formatChange(-tokens)}</span>
      </header>
      {things.slice(0, shown).map((thing, i) => (
        <Thing key={`${i} ${thing.line}`} what={what} thing={thing} />
      ))}
      {count > shown && (
        <p class="meta cut-more">
          {things.length > shown ? (
            <button type="button" class="link" onClick={() => setShown(things.length)}>
              {formatNumber(count - shown)} more
            </button>
          ) : (
            `and ${plural(count - things.length, 'smaller one')}`
          )}
        </p>
      )}
    </section>
  );
}

function Thing({ what, thing }: { readonly what: CutGroup['what']; readonly thing: CutThing }): JSX.Element {
  const { source } = useSession();
  const { tool, label, turn, line, before, after } = thing;
  const [kind, icon] = LOOKS[what];
  const name = stripToLine(
    tool !== undefined && label.startsWith(`${tool} `) ? label.slice(tool.length + 1) : label,
  );
  const href = hrefOfSession(source.key, 'transcript', line === undefined ? { turn } : { line });
  const shown = what === 'thinking' && label !== 'thinking' ? `“${name}…”` : name;
  return (
    <a
      class="it"
      href={href}
      title={`${tool ?? TITLES[what]}, turn ${turn}: ${formatFine(before)} become ${formatFine(after)}`}
    >
      <span class={kind}>
        <Icon name={tool === undefined ? icon : iconOfTool(tool)} />
      </span>
      <span class="code">{shown}</span>
      <span class="num meta">{before === after ? '' : formatChange(after - before)}</span>
    </a>
  );
}

function Bands({ plan }: { readonly plan: CompressPlanAnswer }): JSX.Element {
  const [before, after] = [
    plan.bands.reduce((sum, one) => sum + one.before, 0),
    plan.bands.reduce((sum, one) => sum + one.after, 0),
  ];
  return (
    <section aria-label="Compressed">
      <header>
        <span>Compressed, {formatNumber(plan.texts)}</span>
        <span>{formatChange(after - before)}</span>
      </header>
      {plan.bands.map((band) => (
        <div key={band.name} class="it" title={`${formatFine(band.before)} become ${formatFine(band.after)}`}>
          <span class="k-compact">
            <Icon name="compact" />
          </span>
          <span class="code">
            {band.name}, {plural(band.texts, 'text')}
          </span>
          <span class="num meta">{formatChange(band.after - band.before)}</span>
        </div>
      ))}
    </section>
  );
}
