import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

export default defineConfig({
  test: {
    include: ['{core,platform,cluster,apps}/*/src/**/*.test.ts', '{scripts,bench}/**/*.test.ts'],
    // Only a door to servers that tests share: nothing is started before a test asks.
    globalSetup: ['core/testing/src/test-support/global-setup.ts'],
    setupFiles: ['core/testing/src/test-support/test-file-setup.ts'],
    // No module has state of its own: evaluating them once for each file took more than a third of the time.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // One more than cores: tests that start programs or wait for time leave a part of their core to others.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // More than several waits of `eventually` together: whoever waits in vain is to say for what. Only failures reach
    // these; a machine that does three other things at once must not.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A second, the default, is too short for what takes a moment on such a machine.
    expect: { poll: { timeout: 30_000 } },
  },
});
