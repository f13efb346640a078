import { join } from 'node:path';
import { ForkedManager, type ForkedManagerOptions, ManagerRelay } from '@kubemin/testing';
import type { RedisInstances } from '../redis/redis-address.ts';

/** Options of a process that runs the samples. */
export interface SamplesHubOptions extends ForkedManagerOptions {
  readonly instances: RedisInstances;
}

const PROGRAM = join(import.meta.dirname, 'samples-hub.process.ts');

/** A process that runs the samples once it is started. */
export function samplesHub(options: SamplesHubOptions): ForkedManager {
  return new ForkedManager(PROGRAM, options);
}

/** Such processes, one after the other: `hub-1`, `hub-2` and so on. */
export function samplesRelay(options: Omit<SamplesHubOptions, 'identity'>): ManagerRelay {
  return new ManagerRelay((number) => samplesHub({ ...options, identity: `hub-${number}` }));
}
