// The command palette: go to a session, search for words, or do what the shown page can do.
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { stripToLine } from '../../base/strip-controls.ts';
import type { SessionLine } from '../../server/api.ts';
import { readApi } from '../data/api-client.ts';
import { formatAgo, formatK } from '../data/format.ts';
import { goTo, hrefOf, hrefOfSession } from '../data/route.ts';
import { Dialog } from './dialog.tsx';
import { Icon, type IconName } from './icon.tsx';
import { actionGroups, dialog } from './palette-state.ts';

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
  const choices = useMemo(
    () => [...pageChoices(words), ...sessionChoices(words, sessions)],
    [words, sessions],
  );
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
          placeholder="Go to a session, or do something"
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
        <span class="end">
          Type <kbd>?</kbd> for all keys
        </span>
      </div>
    </Dialog>
  );
}

function pageChoices(words: string): Choice[] {
  const wanted = words.trim().toLowerCase();
  const own = actionGroups.value.flatMap(({ name, list }) =>
    list().map(
      (action): Choice => ({
        group: name,
        icon: action.icon,
        text: action.title,
        end: action.key === undefined ? undefined : <kbd>{action.key}</kbd>,
        run: action.run,
      }),
    ),
  );
  const found = own.filter(({ text }) => text.toLowerCase().includes(wanted));
  if (wanted === '') return found;
  const search: Choice = {
    group: 'Search',
    icon: 'search',
    text: `Search all sessions for “${words.trim()}”`,
    href: hrefOf('search', [], { q: words.trim() }),
  };
  return [...found, search];
}

function sessionChoices(words: string, sessions: readonly SessionLine[]): Choice[] {
  return sessions.map((line) => ({
    group: words.trim() === '' ? 'Newest sessions' : 'Sessions',
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
          () => setFound([]),
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
