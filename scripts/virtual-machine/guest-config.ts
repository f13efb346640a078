// The configuration of the tests in the virtual machine. It is bundled, as they are; see bundle-tests.ts.
import { defineConfig } from 'vitest/config';
import usual from '../../vitest.config.ts';
import { ResultLines } from './test-results.ts';

const HOUR_MS = 3_600_000;

export default defineConfig({
  test: {
    ...usual.test,
    include: ['*.test.mjs'],
    globalSetup: ['./global-setup.mjs'],
    setupFiles: ['./test-file-setup.mjs'],
    maxWorkers: 1,
    sequence: {},
    // Emulated processors are slow: what hangs is ended with the machine.
    testTimeout: HOUR_MS,
    hookTimeout: HOUR_MS,
    reporters: [new ResultLines()],
  },
});
