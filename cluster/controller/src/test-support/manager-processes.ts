import { systemRandom } from '@kubemin/base';
import { createKubeClient } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { ManualClock, ProcessClock } from '@kubemin/testing';
import { createManager, type Manager } from '../manager/manager.ts';
import type { ControllerModule } from '../reconcile/controller.ts';
import { MemoryLogger } from './memory-logger.ts';

/** A manager as it would be in a process of its own: with a clock that can be stopped. */
export class ManagerProcess {
  readonly identity: string;
  readonly clock: ProcessClock;
  readonly logger = new MemoryLogger();
  readonly manager: Manager;
  readonly stop = new AbortController();
  /** Resolves with what `run` rejected with, or undefined. */
  readonly running: Promise<unknown>;

  constructor(
    identity: string,
    time: ManualClock,
    parts: { readonly handler: ApiHandler; readonly lease: string; readonly module: ControllerModule },
  ) {
    this.identity = identity;
    this.clock = new ProcessClock(time);
    this.manager = createManager({
      client: createKubeClient(parts.handler),
      clock: this.clock,
      random: systemRandom,
      logger: this.logger,
      leaderElection: { namespace: 'default', name: parts.lease, identity },
    }).with(parts.module);
    this.running = this.manager.run(this.stop.signal).then(
      () => undefined,
      (error: unknown) => error,
    );
  }
}

/** Managers that compete for one lease with a common clock, which advances only when no request is pending. */
export class ManagerProcesses {
  readonly #time = new ManualClock();
  readonly #handler: ApiHandler;
  readonly #lease: string;
  readonly #all: ManagerProcess[] = [];
  #pending = 0;

  constructor(handler: ApiHandler, lease: string) {
    this.#lease = lease;
    this.#handler = async (request) => {
      this.#pending += 1;
      try {
        return await handler(request);
      } finally {
        this.#pending -= 1;
      }
    };
  }

  start(identity: string, module: ControllerModule): ManagerProcess {
    const started = new ManagerProcess(identity, this.#time, { handler: this.#handler, lease: this.#lease, module });
    this.#all.push(started);
    return started;
  }

  async advance(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 500) {
      await this.#time.advance(Math.min(500, left));
      await this.settle();
    }
  }

  async settle(): Promise<void> {
    do await this.#time.advance(0);
    while (this.#pending > 0);
    await this.#time.advance(0);
  }

  async close(): Promise<void> {
    for (const { clock, stop } of this.#all) {
      clock.continue();
      stop.abort();
    }
    await this.advance(40_000);
    await Promise.all(this.#all.map(({ running }) => running));
  }
}
