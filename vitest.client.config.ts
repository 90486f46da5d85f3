import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/client/**/*.test.ts'],
    // On a machine that has no client and no session of the lab yet, a test may have to make all of them first.
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    // Real clients have a timing of their own: one of thousands of starts may hang, or send once more before it ends.
    retry: 1,
    fileParallelism: false,
  },
});

export default config;
