// The web app's build: src/web into dist/web, with no request to anything but our own server.
import { defineConfig, type UserConfig } from 'vite';

/**
 * Small things that the pages share come with the frame of the app: left alone, each of them is a request of its own. Not
 * those that bring along what only transcripts need: the readers of Markdown, code and differences.
 */
const SHARED =
  /\/src\/(?:base|web\/(?:data|widgets))\/(?!(?:markdown|prose|diff-lines|highlight|numbered-lines|grep-lines|search-group)\.)[\w-]+\.tsx?$|\/(?:page-list\.ts|icons\.svg|preload-helper\.js)/;

const config: UserConfig = defineConfig({
  root: 'src/web',
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'shared', test: SHARED }],
        },
      },
    },
  },
});

export default config;
