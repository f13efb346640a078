import { rename, stat } from 'node:fs/promises';
import type { Clock } from '@kubemin/base';
import { ROTATED_LOG } from '../runtime/index.ts';

/** How often sizes are looked at, as by other kubelets. */
const CHECK_MS = 10_000;

/** A container whose log may grow. */
export interface GrowingLog {
  readonly id: string;
  readonly file: string;
}

export interface LogRotationOptions {
  readonly clock: Clock;
  /** Size at which a log is rotated. */
  readonly limit: number;
  /** Containers that run. */
  list(): Promise<readonly GrowingLog[]>;
  /** Has the runtime write to a new file. */
  reopen(id: string): Promise<void>;
}

/** Renames logs that are too large, as containerd lets them grow without a limit. */
export class LogRotation implements Disposable {
  readonly #options: LogRotationOptions;
  #cancel: () => void = () => undefined;
  #isOpen = true;

  constructor(options: LogRotationOptions) {
    this.#options = options;
    this.#wait();
  }

  /** Looks at all logs. */
  async check(): Promise<void> {
    const { limit, list, reopen } = this.#options;
    for (const { id, file } of await list()) {
      const found = await stat(file).catch(() => undefined);
      if (found === undefined || found.size <= limit) continue;
      await rename(file, file + ROTATED_LOG);
      await reopen(id);
    }
  }

  [Symbol.dispose](): void {
    this.#isOpen = false;
    this.#cancel();
  }

  #wait(): void {
    if (!this.#isOpen) return;
    this.#cancel = this.#options.clock.after(CHECK_MS, () => {
      // What failed is tried again: containerd may be starting.
      void this.check()
        .catch(() => undefined)
        .finally(() => this.#wait());
    });
  }
}
