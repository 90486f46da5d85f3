// Makes the README's pictures of the app and the terminal from demo sessions: node scripts/make-pictures.mjs, after a build.
//
// It needs Chromium (named with CHROMIUM, or at its usual place) and sharp. The same build gives the same pictures, but for
// fonts and dates: whoever changes the look runs it and commits what comes out.
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const ROOT = resolve(import.meta.dirname, '..');
const DIST = resolve(process.env.CLEW_DIST ?? join(ROOT, 'dist'));
const PICTURES = join(ROOT, 'docs', 'pictures');
const SIZE = { width: 1280, height: 800 };
/** Pixels for each point: sharp on good screens, and still small. */
const SCALE = 1.5;
/** The demo sessions are of the last days and weeks. */
const NOW = new Date();
/** The long session of the demo home. */
const SESSION = '05ceb7e9';

const { main } = await load('cli/command-line.js');
const { startServer } = await load('server/index.js');
const folder = mkdtempSync(join(tmpdir(), 'clew-pictures-'));
const home = join(folder, 'demo');
await clew('demo', home);
const terminal = await terminalText(
  ['ls', '-n', '5'],
  ['context', SESSION],
  ['clone', SESSION, '--fit', '40k', '--dry-run'],
);
mkdirSync(PICTURES, { recursive: true });
const server = await startServer({
  homes: [home],
  dataDir: join(folder, 'data'),
  port: 0,
  report: console.error,
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  // So that the head of the page tells it from the start.
  await (await fetch(`${server.url}api/sessions/${SESSION}/health`)).json();
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ viewport: SIZE, deviceScaleFactor: SCALE, colorScheme });
    const page = await context.newPage();
    await page.goto(`${server.url}#/session/${SESSION}`);
    await page.locator('.prompt').first().waitFor();
    await page.waitForTimeout(1500);
    await save(`app-${colorScheme}.png`, await page.screenshot());
    // A page of its own: the app's allows no styles but its own.
    const bare = await context.newPage();
    await bare.setContent(terminalPage(terminal, colorScheme));
    const shot = await bare.locator('main').screenshot({ omitBackground: true });
    await save(`terminal-${colorScheme}.png`, shot);
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function load(file) {
  return import(pathToFileURL(join(DIST, file)).href);
}

/** What a command prints in a terminal with colours, as the person sees it. */
async function clew(...words) {
  let text = '';
  const code = await main(words, {
    env: { CLEW_DATA_DIR: join(folder, 'cli'), TZ: 'UTC' },
    homeDirectory: folder,
    cwd: folder,
    now: () => NOW,
    terminal: true,
    columns: 100,
    rows: 1000,
    color: true,
    progress: false,
    print: async (more) => {
      text += more;
    },
    printError: (more) => {
      text += more;
    },
  });
  if (code !== 0) throw new Error(`clew ${words.join(' ')} ended with ${code}: ${text}`);
  return text;
}

async function terminalText(...commands) {
  let text = '';
  for (const words of commands) {
    const printed = await clew(...words, '--home', home);
    const lines = printed.trimEnd().split('\n');
    const shown = lines.length > 12 ? [...lines.slice(0, 12), '\u001b[2m…\u001b[22m'] : lines;
    text += `\u001b[1m$ clew ${words.join(' ')}\u001b[22m\n${shown.join('\n')}\n\n`;
  }
  return text.trimEnd();
}

/** SGR codes that clew uses, as classes. */
function toHtml(text) {
  const classes = new Map();
  const parts = text.split(/\u001b\[([\d;]*)m/);
  return parts
    .map((part, i) => {
      if (i % 2 === 0) {
        const escaped = part.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        return escaped && `<span class="${[...classes.values()].join(' ')}">${escaped}</span>`;
      }
      for (const code of part.split(';').map(Number)) {
        if (code === 0) classes.clear();
        else if (code === 1 || code === 2) classes.set('weight', code === 1 ? 'bold' : 'dim');
        else if (code === 22) classes.delete('weight');
        else if (code === 39) classes.delete('colour');
        else if (code >= 30 && code < 98) classes.set('colour', `c${code % 10}`);
      }
      return '';
    })
    .join('');
}

function terminalPage(text, scheme) {
  const dark = scheme === 'dark';
  const colours = dark
    ? ['#8b8fa3', '#ff7b82', '#7ad39a', '#e8c66b', '#82aaff', '#d3a4f9', '#79d5e6', '#e6e6ef']
    : ['#6b7080', '#b3261e', '#1f7a46', '#8a6100', '#2757c5', '#7a3fb0', '#0b7285', '#22252e'];
  return `<!doctype html><style>
    body { margin: 0; background: transparent; }
    main { display: inline-block; padding: 20px 24px; border-radius: 10px; font: 13px/1.45 "DejaVu Sans Mono", monospace;
      white-space: pre; background: ${dark ? '#16181f' : '#fbfaf7'}; color: ${dark ? '#d9dbe4' : '#22252e'}; }
    .bold { font-weight: 700; } .dim { opacity: .62; }
    ${colours.map((colour, n) => `.c${n} { color: ${colour}; }`).join('\n')}
  </style><main>${toHtml(text)}</main>`;
}

async function save(name, png) {
  const file = join(PICTURES, name);
  await sharp(png).png({ palette: true, colours: 128, effort: 10, compressionLevel: 9 }).toFile(file);
  console.log(`${name}: ${Math.round(statSync(file).size / 1000)} kB`);
}
