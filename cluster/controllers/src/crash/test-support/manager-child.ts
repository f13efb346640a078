import { join } from 'node:path';
import type { LeaseTimes } from '@kubemin/kube';
import { type ClusterAddress, ForkedProgram } from '@kubemin/testing';

/** What a process that runs the controllers is told. */
export interface ManagerChildOptions {
  readonly cluster: ClusterAddress;
  /** Also its user agent, by which its writes are known. */
  readonly identity: string;
  /** For which Lease it stands. @default none: it works without asking */
  readonly election?: { readonly name: string } & LeaseTimes;
  /** Where compiled sources are kept from one start to the next: most of what a start costs. */
  readonly cacheDirectory: string;
}

const PROGRAM = join(import.meta.dirname, 'manager-child.process.ts');

/** A process that has everything loaded and runs all controllers when it is told to. */
export class ManagerChild {
  readonly identity: string;
  readonly #program: ForkedProgram;

  constructor(options: ManagerChildOptions) {
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
