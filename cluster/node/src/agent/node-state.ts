import { WakeSignal } from '@kubemin/base';
import type { PressureCondition } from '../pressure/index.ts';

/** What changes about a node while it runs, for the conditions that it reports. */
export class NodeState {
  /** Notified when something has changed that is to be reported at once. */
  readonly changes = new WakeSignal();
  #pressure: ReadonlySet<PressureCondition> = new Set();
  #isShuttingDown = false;

  get pressure(): ReadonlySet<PressureCondition> {
    return this.#pressure;
  }

  set pressure(conditions: ReadonlySet<PressureCondition>) {
    this.#pressure = conditions;
    this.changes.notify();
  }

  get isShuttingDown(): boolean {
    return this.#isShuttingDown;
  }

  shutDown(): void {
    this.#isShuttingDown = true;
    this.changes.notify();
  }
}
