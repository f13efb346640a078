import type { InstanceConnections } from '../instances/index.ts';

/** One instance that requests are sent to. */
export class RoutedInstance {
  /** Of its pod. */
  readonly name: string;
  readonly revision: string;
  readonly connections: InstanceConnections;
  readonly #onIdle: (instance: RoutedInstance) => void;
  #inFlight = 0;
  #draining = false;

  constructor(options: {
    readonly name: string;
    readonly revision: string;
    readonly connections: InstanceConnections;
    /** Called once: when it is draining and its last request has its response. */
    readonly onDrained: (instance: RoutedInstance) => void;
  }) {
    this.name = options.name;
    this.revision = options.revision;
    this.connections = options.connections;
    this.#onIdle = options.onDrained;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get isDraining(): boolean {
    return this.#draining;
  }

  begin(): void {
    this.#inFlight += 1;
  }

  end(): void {
    this.#inFlight -= 1;
    if (this.#draining && this.#inFlight === 0) this.#onIdle(this);
  }

  /** From now on it gets no request. */
  drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    if (this.#inFlight === 0) this.#onIdle(this);
  }
}
