import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    // Known to fail now and then on a loaded machine: the rail's jump to the first turn of a very long session.
    retry: 0,
  },
});

export default config;
