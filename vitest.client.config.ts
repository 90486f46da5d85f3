import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/client/**/*.test.ts'],
    // On a machine that has no client and no session of the lab yet, a test may have to make all of them first.
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    fileParallelism: false,
  },
});

export default config;
