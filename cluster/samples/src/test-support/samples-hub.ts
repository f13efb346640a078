import { join } from 'node:path';
import type { LeaseTimes } from '@kubemin/kube';
import { type ClusterAddress, ForkedProgram } from '@kubemin/testing';
import type { RedisInstances } from '../redis/redis-address.ts';

/** What a process that runs the samples is told. */
export interface SamplesHubOptions {
  readonly cluster: ClusterAddress;
  /** Also its user agent, by which its writes are known. */
  readonly identity: string;
  readonly instances: RedisInstances;
  /** For which Lease it stands. @default none: it works without asking */
  readonly election?: { readonly name: string } & LeaseTimes;
  /** Where compiled sources are kept from one start to the next: most of what a start costs. */
  readonly cacheDirectory: string;
}

const PROGRAM = join(import.meta.dirname, 'samples-hub.process.ts');

/** A process that has everything loaded and runs the samples when it is told to. */
export class SamplesHub {
  readonly identity: string;
  readonly #program: ForkedProgram;

  constructor(options: SamplesHubOptions) {
    this.identity = options.identity;
    const { cacheDirectory } = options;
    this.#program = new ForkedProgram({ program: PROGRAM, argument: options, cacheDirectory });
  }

  async go(): Promise<void> {
    if (!(await this.#program.ready)) throw new Error(`${this.identity} ended before it was ready`);
    this.#program.send('go');
  }

  /** Resolves when the process has ended, whoever ended it. */
  get gone(): Promise<unknown> {
    return this.#program.gone;
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#program.signal(name);
  }

  kill(): Promise<void> {
    return this.#program.kill();
  }
}
