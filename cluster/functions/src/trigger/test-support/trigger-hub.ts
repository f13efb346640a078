import { join } from 'node:path';
import { ForkedManager, type ForkedManagerOptions, ManagerRelay } from '@kubemin/testing';

/** Options of a process that runs the controller of triggers. */
export interface TriggerHubOptions extends ForkedManagerOptions {
  /** The URL of the gateway of functions. */
  readonly gateway: string;
  readonly fileRoots: readonly string[];
}

const PROGRAM = join(import.meta.dirname, 'trigger-hub.process.ts');

/** Such processes, one after the other. */
export function triggerRelay(options: Omit<TriggerHubOptions, 'identity'>): ManagerRelay {
  return new ManagerRelay((number) => new ForkedManager(PROGRAM, { ...options, identity: `hub-${number}` }));
}
