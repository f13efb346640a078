import { TerminalError } from '@kubemin/base';
import type { QueueDriver } from './queue-driver.ts';

/** The queue drivers an installation knows, by name. */
export class QueueDriverRegistry {
  readonly #byName: ReadonlyMap<string, QueueDriver>;

  constructor(drivers: readonly QueueDriver[]) {
    const byName = new Map<string, QueueDriver>();
    for (const driver of drivers) {
      if (byName.has(driver.name)) {
        throw new TerminalError(`two queue drivers are called "${driver.name}"; each needs a name of its own`, {
          code: 'QUEUE_DRIVER_CONFLICT',
        });
      }
      byName.set(driver.name, driver);
    }
    this.#byName = byName;
  }

  named(name: string): QueueDriver {
    const driver = this.#byName.get(name);
    if (driver !== undefined) return driver;
    throw new TerminalError(`there is no queue driver "${name}"; use one of ${[...this.#byName.keys()].join(', ')}`, {
      code: 'QUEUE_DRIVER_UNKNOWN',
    });
  }
}
