// The web app's build: src/web into dist/web, with no request to anything but our own server.
import { defineConfig, type UserConfig } from 'vite';

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
  },
});

export default config;
