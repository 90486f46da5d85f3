import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    // A browser on a machine with other work now and then misses a frame that a test waits for.
    retry: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A page on such a machine may take seconds to draw what a click asked for.
    expect: { poll: { timeout: 10_000 } },
    fileParallelism: false,
  },
});

export default config;
