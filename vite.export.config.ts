// The build of the exported page: the transcript's components as one script and one style, to be put into the page itself.
import { defineConfig, type UserConfig } from 'vite';

const config: UserConfig = defineConfig({
  root: 'src/web/export',
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../../dist/export-page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/web/export/main.tsx',
      output: {
        format: 'es',
        entryFileNames: 'page.js',
        assetFileNames: 'page.[ext]',
        codeSplitting: false,
      },
    },
  },
});

export default config;
