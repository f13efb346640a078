import { join } from 'node:path';
import { ForkedManager, type ForkedManagerOptions } from '@kubemin/testing';

const PROGRAM = join(import.meta.dirname, 'manager-child.process.ts');

/** A process that runs all built-in controllers on request. */
export function managerChild(options: ForkedManagerOptions): ForkedManager {
  return new ForkedManager(PROGRAM, options);
}
