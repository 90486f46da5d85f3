// Starts an exported page: the transcript of the session that it carries, with no server and no network.
import '../styles/main.css';
import '../styles/app.css';
import './export.css';
import { render } from 'preact';
import { watchKeys } from '../data/keys.ts';
import { watchRoute } from '../data/route.ts';
import { readTheme } from '../data/theme.ts';
import { ExportPage } from './export-page.tsx';
import type { ExportedSession } from './packed-source.ts';
import { unpack } from './unpack.ts';

readTheme();
watchRoute();
watchKeys();
const root = document.getElementById('app');
if (root) {
  unpack('clew-session').then(
    (session) => render(<ExportPage session={session as ExportedSession} />, root),
    (error) => {
      root.textContent = `This page cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
    },
  );
}
