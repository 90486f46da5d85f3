// A value as tidy JSON: small things on their line, large ones folded to their size until asked for.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { stripControls } from '../../../base/strip-controls.ts';
import { textStart } from '../../../base/text-start.ts';
import { formatNumber, plural } from '../../data/format.ts';

const DEEPEST = 40;
const MOST_ITEMS = 200;
const LONG = 400;

export function JsonBody({ value }: { readonly value: unknown }): JSX.Element {
  return (
    <div class="json" tabIndex={0} role="group" aria-label="Value">
      <Value value={value} depth={0} open />
    </div>
  );
}

interface ValueProps {
  readonly value: unknown;
  readonly depth: number;
  readonly open?: boolean;
}

function Value({ value, depth, open = false }: ValueProps): JSX.Element {
  if (typeof value === 'string') return <Text text={value} />;
  if (typeof value === 'number' || typeof value === 'boolean') return <span class="jn">{String(value)}</span>;
  if (typeof value !== 'object' || value === null) return <span class="jk">null</span>;
  return <Container value={value} depth={depth} open={open} />;
}

function Container({
  value,
  depth,
  open,
}: {
  readonly value: object;
  readonly depth: number;
  readonly open: boolean;
}): JSX.Element {
  const [shown, setShown] = useState(open);
  const list = Array.isArray(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return <span class="jk">{list ? '[]' : '{}'}</span>;
  if (!shown) {
    return (
      <button type="button" class="jx" onClick={() => setShown(true)} disabled={depth >= DEEPEST}>
        {list ? `[ ${plural(entries.length, 'item')} ]` : `{ ${plural(entries.length, 'key')} }`}
      </button>
    );
  }
  const indent = '  '.repeat(depth + 1);
  const some = entries.slice(0, MOST_ITEMS);
  const wide = list ? 0 : Math.min(20, Math.max(...some.map(([key]) => key.length)));
  return (
    <>
      {list ? '[' : '{'}
      {some.map(([key, item]) => (
        <span key={key}>
          {`\n${indent}`}
          {!list && <span class="jk">{stripControls(key)}:</span>}
          {list ? '' : ' '.repeat(Math.max(1, wide - key.length + 1))}
          <Value value={item} depth={depth + 1} />
        </span>
      ))}
      {entries.length > MOST_ITEMS ? `\n${indent}… ${formatNumber(entries.length - MOST_ITEMS)} more` : ''}
      {`\n${'  '.repeat(depth)}${list ? ']' : '}'}`}
    </>
  );
}

function Text({ text }: { readonly text: string }): JSX.Element {
  const [all, setAll] = useState(false);
  const safe = stripControls(text);
  if (safe.length <= LONG || all) return <span class="js">{JSON.stringify(safe)}</span>;
  return (
    <>
      <span class="js">{JSON.stringify(textStart(safe, LONG))}</span>{' '}
      <button type="button" class="jx" onClick={() => setAll(true)}>
        {`… ${plural(safe.length - LONG, 'more character')}`}
      </button>
    </>
  );
}
