import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{core,platform,cluster,apps}/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
    // Two cores: more forks than that only make every test slower.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
