import { defineConfig, type ViteUserConfig } from 'vitest/config';

const OTHERS = ['test/client/**', 'test/browser/**'];
/** It asks a very large expression half a million questions: half a second, but a minute in a process that ran all the others. */
const ALONE = ['src/base/is-emoji.test.ts'];

// Node parses all of these certificates at every start, which takes twice as long as the start itself; no test asks anybody but itself.
delete process.env.NODE_EXTRA_CA_CERTS;

const config: ViteUserConfig = defineConfig({
  test: {
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: [...OTHERS, ...ALONE],
          // Tests share nothing but pure modules: a fresh world for each file would cost more than the tests themselves.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
});

export default config;
