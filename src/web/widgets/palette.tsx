// The command palette: go to a session, search for words, or do what the shown page can do.
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { stripToLine } from '../../base/strip-controls.ts';
import type { SessionLine } from '../../server/api.ts';
import { isAbort, readApi } from '../data/api-client.ts';
import { COMMAND_KEY } from '../data/command-key.ts';
import { formatAgo, formatK } from '../data/format.ts';
import { goTo, hrefOf, hrefOfSession } from '../data/route.ts';
import { Dialog } from './dialog.tsx';
import { Icon, type IconName } from './icon.tsx';
import { actionGroups, dialog, EVERYWHERE, type PaletteAction } from './palette-state.ts';

interface Choice {
  readonly group: string;
  readonly icon: IconName;
  readonly text: string;
  readonly note?: string | undefined;
  readonly end?: JSX.Element | undefined;
  readonly href?: string | undefined;
  readonly run?: (() => void) | undefined;
}

export function Palette(): JSX.Element {
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const sessions = useSessions(words);
  const choices = useMemo(() => listChoices(words.trim(), sessions), [words, sessions]);
  const selected = Math.min(at, choices.length - 1);
  const close = () => {
    dialog.value = undefined;
  };
  const choose = (choice: Choice | undefined, apart = false) => {
    if (!choice) return;
    close();
    if (choice.href && apart) globalThis.open(choice.href, '_blank', 'noopener');
    else if (choice.href) goTo(choice.href);
    else choice.run?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((selected + step + choices.length) % Math.max(1, choices.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(choices[selected], event.metaKey || event.ctrlKey);
    } else if (event.key === '?' && words === '') {
      event.preventDefault();
      dialog.value = 'keys';
    }
  };
  useEffect(() => {
    document.getElementById(`choice-${selected}`)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <Dialog label="Command palette" close={close}>
      <div class="field">
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="choices"
          aria-activedescendant={choices.length > 0 ? `choice-${selected}` : undefined}
          aria-label="Search or run a command"
          placeholder="Go to a session, a turn, or do something"
          value={words}
          onInput={(event) => {
            setWords(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <ul role="listbox" id="choices" aria-label="Choices">
        {choices.flatMap((choice, index) => {
          const item = (
            <li
              key={`${choice.group} ${index}`}
              class="it"
              role="option"
              id={`choice-${index}`}
              aria-selected={index === selected}
              onClick={(event) => choose(choice, event.metaKey || event.ctrlKey)}
              onMouseMove={() => setAt(index)}
            >
              <Icon name={choice.icon} />
              <span class="one">
                {choice.text} {choice.note && <span class="quiet">{choice.note}</span>}
              </span>
              {choice.end ?? <span />}
            </li>
          );
          const head = choice.group !== choices[index - 1]?.group;
          return head
            ? [
                <li key={choice.group} class="grp" role="presentation">
                  {choice.group}
                </li>,
                item,
              ]
            : [item];
        })}
      </ul>
      <div class="foot">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>↵</kbd> open
        </span>
        <span class="apart">
          <kbd>{COMMAND_KEY}↵</kbd> in a new tab
        </span>
        <span class="end">
          Type <kbd>?</kbd> for all keys
        </span>
      </div>
    </Dialog>
  );
}

// Nothing typed: what one mostly does on this page, then sessions, then the rest. Typed: what fits, the page's own first.
function listChoices(words: string, sessions: readonly SessionLine[]): Choice[] {
  const isOwn = ({ name }: { readonly name: string }) => name !== EVERYWHERE;
  const groups = [...actionGroups.value].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  const offered = groups.flatMap(({ name, list }) => list(words).map((action) => ({ name, action })));
  const found = sessionChoices(words, sessions);
  if (words === '') {
    const main = offered.filter(({ action }) => action.main);
    const rest = offered.filter(({ action }) => !action.main);
    // They stand together, whichever part of the page offers them.
    const first = main[0]?.name ?? '';
    return [
      ...main.map(({ action }) => choiceOf(first, action)),
      ...found,
      ...rest.map(({ name, action }) => choiceOf(name === first ? `${name}, more` : name, action)),
    ];
  }
  const wanted = words.toLowerCase();
  const fitting = offered.filter(({ action }) => action.title.toLowerCase().includes(wanted));
  const search: Choice = {
    group: 'Search',
    icon: 'search',
    text: `Search all sessions for “${words}”`,
    href: hrefOf('search', [], { q: words }),
  };
  return [...fitting.map(({ name, action }) => choiceOf(name, action)), search, ...found];
}

function choiceOf(group: string, { icon, title, key, run }: PaletteAction): Choice {
  return { group, icon, text: title, end: key === undefined ? undefined : <kbd>{key}</kbd>, run };
}

function sessionChoices(words: string, sessions: readonly SessionLine[]): Choice[] {
  return sessions.map((line) => ({
    group: words === '' ? 'Newest sessions' : 'Sessions',
    icon: 'asst',
    text: stripToLine(line.title ?? line.firstPrompt ?? line.sessionId),
    note: stripToLine([line.projectName, formatAgo(line.modified)].filter(Boolean).join(' · ')),
    end:
      line.contextTokens === undefined ? undefined : <span class="meta">{formatK(line.contextTokens)}</span>,
    href: hrefOfSession(line.key),
  }));
}

function useSessions(words: string): readonly SessionLine[] {
  const [found, setFound] = useState<readonly SessionLine[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const wait = setTimeout(
      () => {
        readApi('GET /api/sessions', { query: { q: words.trim(), limit: 8 }, signal: stop.signal }).then(
          (answer) => setFound(answer.sessions),
          (error) => {
            if (!isAbort(error)) setFound([]);
          },
        );
      },
      words === '' ? 0 : 80,
    );
    return () => {
      clearTimeout(wait);
      stop.abort();
    };
  }, [words]);
  return found;
}
