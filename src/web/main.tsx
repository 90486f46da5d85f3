// Starts the app in the page.
import './styles/main.css';
import './styles/app.css';
import './styles/split-app.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { watchKeys } from './data/keys.ts';
import { isPane } from './data/pane.ts';
import { watchRoute } from './data/route.ts';
import { startPane } from './data/start-pane.ts';
import { readTheme } from './data/theme.ts';
import { loadAhead } from './pages/load-ahead.ts';

readTheme();
loadAhead();
if (isPane) startPane();
watchRoute();
watchKeys();
const root = document.getElementById('app');
if (root) render(<App />, root);
