import type { LeaseTimes } from '@kubemin/kube';
import type { ClusterAddress } from '../test-cluster.ts';
import { ForkedProgram } from './forked-program.ts';

/** Options of a process that runs controllers. */
export interface ForkedManagerOptions {
  readonly cluster: ClusterAddress;
  /** Also its user agent, by which its requests are known. */
  readonly identity: string;
  /** For which Lease it stands. @default none: it works without asking */
  readonly election?: { readonly name: string } & LeaseTimes;
  /** Where compiled sources are kept from one start to the next: most of what a start costs. */
  readonly cacheDirectory: string;
}

/** Long enough that a process on a busy machine renews its Lease: only one that was killed or stopped loses it. */
export const PATIENT_LEASE: LeaseTimes = { leaseDurationMs: 12_000, renewDeadlineMs: 10_000, retryPeriodMs: 250 };

/** A process that has everything loaded and runs controllers when `go` is called. */
export class ForkedManager {
  readonly identity: string;
  readonly #program: ForkedProgram;

  /** The program calls `runForkedManager`; it is handed all of the options. */
  constructor(program: string, options: ForkedManagerOptions) {
    const { identity, cacheDirectory } = options;
    this.identity = identity;
    this.#program = new ForkedProgram({ program, argument: options, cacheDirectory });
  }

  async go(): Promise<void> {
    if (!(await this.#program.ready)) throw new Error(`${this.identity} ended before it was ready`);
    this.#program.send('go');
  }

  /** Resolves when the process has ended, for any reason. */
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
