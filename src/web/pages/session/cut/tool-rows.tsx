// Tool calls with their results: all of them, or tool by tool, removed or shortened.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CutChoice, CutOverview, CutTool } from '../../../../server/api.ts';
import { formatNumber } from '../../../data/format.ts';
import { plainToolName } from '../../../widgets/tool-name.tsx';
import { ChoiceRow } from './choice-row.tsx';
import { type CutWish, type How, howFor, plainChoices, toggle } from './cut-wish.ts';
import { formatChange } from './parse-tokens.ts';
import type { Planned } from './use-plan.ts';

const SHOWN = 5;
const HOWS: readonly (readonly [value: string, words: string])[] = [
  ['remove', 'remove'],
  ['2000', 'shorten to 2,000 characters'],
  ['500', 'shorten to 500 characters'],
  ['100', 'shorten to 100 characters'],
];

interface ToolRowsProps {
  readonly overview: CutOverview;
  readonly wish: CutWish;
  readonly setWish: (wish: CutWish) => void;
  readonly plan: Planned | undefined;
}

export function ToolRows({ overview, wish, setWish, plan }: ToolRowsProps): JSX.Element | null {
  const [all, setAll] = useState(false);
  const group = overview.choices.find(({ id }) => id === 'tools');
  const { tools } = plainChoices(overview);
  if (!group) return null;
  const ids = tools.map(({ id }) => id);
  const count = ids.filter((id) => wish.ticked.has(id)).length;
  const goes = new Map((plan?.cut?.tools ?? []).map((one) => [one.tool, one]));
  const freed = [...goes.values()].reduce((sum, { tokens }) => sum + tokens, 0);
  // One more line is no longer than the word that there is one.
  const shown = all || tools.length <= SHOWN + 1 ? tools : tools.slice(0, SHOWN);
  return (
    <>
      <ChoiceRow
        id="tools"
        label={group.label}
        amount={formatChange(freed > 0 ? -freed : group.tokens)}
        ticked={count === ids.length}
        part={count > 0 || freed > 0}
        onTick={(on) => setWish(toggle(wish, ids, on))}
      />
      {shown.map((choice) => (
        <ToolRow
          key={choice.id}
          choice={choice}
          wish={wish}
          setWish={setWish}
          goes={goes.get(choice.label)}
        />
      ))}
      {shown.length < tools.length && (
        <button type="button" class="link cut-more-tools" onClick={() => setAll(true)}>
          {tools.length - shown.length} more tools
        </button>
      )}
    </>
  );
}

interface ToolRowProps extends Pick<ToolRowsProps, 'wish' | 'setWish'> {
  readonly choice: CutChoice;
  readonly goes: CutTool | undefined;
}

function ToolRow({ choice, wish, setWish, goes }: ToolRowProps): JSX.Element {
  const { label: tool } = choice;
  const ticked = wish.ticked.has(choice.id);
  const how = howFor(wish, tool);
  return (
    <ChoiceRow
      id={choice.id}
      label={plainToolName(tool)}
      sub
      amount={formatChange(goes ? -goes.tokens : choice.tokens)}
      ticked={ticked}
      part={goes !== undefined && goes.tokens > 0}
      detail={
        <>
          {goes ? goesWords(goes, choice.count) : choice.detail}
          {ticked && (
            <select
              aria-label={`What happens to ${tool} calls`}
              value={String(how)}
              onChange={(event) => {
                const { value } = event.currentTarget;
                const next: How = value === 'remove' ? 'remove' : Number(value);
                setWish({ ...wish, how: { ...wish.how, [tool]: next } });
              }}
            >
              {HOWS.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </>
      }
      onTick={(on) => setWish(toggle(wish, [choice.id], on))}
    />
  );
}

// The plan also counts calls that are in the file but no longer in the window.
function goesWords({ removed, shortened }: CutTool, count: number): string {
  const of = Math.max(count, removed + shortened);
  const words = [
    ...(removed > 0 ? [`${formatNumber(removed)} removed`] : []),
    ...(shortened > 0 ? [`${formatNumber(shortened)} shortened`] : []),
  ];
  return words.length === 1
    ? `${words[0]?.replace(' ', ` of ${formatNumber(of)} `)}`
    : `${words.join(', ')} of ${formatNumber(of)}`;
}
