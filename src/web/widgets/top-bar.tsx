// The bar at the top: where one can go, and the way to everything else.
import type { JSX } from 'preact';
import { COMMAND_KEY } from '../data/command-key.ts';
import { hrefOf, route } from '../data/route.ts';
import { nextTheme } from '../data/theme.ts';
import { tell } from '../data/toasts.ts';
import { PAGES } from '../pages/page-list.ts';
import { Icon } from './icon.tsx';
import { openPalette } from './palette-state.ts';

const THEME_WORDS = { light: 'Light', dark: 'Dark', system: 'Light or dark as the system has it' } as const;

export function TopBar(): JSX.Element {
  const { page } = route.value;
  // A session is one of the sessions.
  const current = page === 'session' ? 'sessions' : page;
  return (
    <header class="bar">
      <a class="brand" href={hrefOf('sessions')} aria-label="clew, all sessions">
        <Icon name="clew" />
        <span>clew</span>
      </a>
      <nav class="nav" aria-label="Main">
        {PAGES.filter(({ title }) => title !== undefined).map(({ name, title }) => (
          <a key={name} href={hrefOf(name)} aria-current={name === current ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <button type="button" class="ask" onClick={openPalette}>
        <Icon name="search" />
        <span>Go to or do anything</span>
        <kbd>{COMMAND_KEY}K</kbd>
      </button>
      <button
        type="button"
        class="icon-btn"
        aria-label="Light or dark"
        onClick={() => tell(THEME_WORDS[nextTheme()])}
      >
        <Icon name="theme" />
      </button>
    </header>
  );
}
