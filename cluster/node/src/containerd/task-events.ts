import type { Clock } from '@kubemin/base';
import { containerd, taskExit } from './api/index.ts';
import type { GrpcClient } from './grpc/index.ts';

const RECONNECT_MS = 500;
/** How often everything is looked at, in case that an event was missed. */
const RELIST_MS = 10_000;

export interface TaskEventsOptions {
  readonly client: GrpcClient;
  readonly clock: Clock;
  /** The main process of a container or sandbox has ended. */
  onExit(id: string): void;
  /** Anything may have changed: events were missed, or are not received. */
  onUnknown(): Promise<void>;
}

/** Follows the events of containerd until it is disposed of, also when it is restarted. */
export class TaskEvents implements Disposable {
  readonly #options: TaskEventsOptions;
  readonly #stopping = new AbortController();

  constructor(options: TaskEventsOptions) {
    this.#options = options;
    void this.#follow();
    void this.#relist();
  }

  [Symbol.dispose](): void {
    this.#stopping.abort();
  }

  async #follow(): Promise<void> {
    const { client, clock, onExit } = this.#options;
    const { signal } = this.#stopping;
    const request = { filters: ['topic=="/tasks/exit"'] };
    while (!signal.aborted) {
      try {
        for await (const { event } of client.stream(containerd.subscribe, request, signal)) {
          const { containerId = '', id = '' } = taskExit.decode(event?.value ?? Buffer.alloc(0));
          // Commands have ids of their own.
          if (containerId === id) onExit(id);
        }
      } catch {
        // It is being restarted.
      }
      if (signal.aborted) return;
      await clock.sleep(RECONNECT_MS, signal);
      await this.#options.onUnknown().catch(() => undefined);
    }
  }

  async #relist(): Promise<void> {
    const { clock, onUnknown } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await clock.sleep(RELIST_MS, signal);
      if (!signal.aborted) await onUnknown().catch(() => undefined);
    }
  }
}
