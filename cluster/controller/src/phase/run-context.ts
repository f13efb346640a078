import { type Clock, type Logger, ProgrammingError, type Random } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import type { EventRecorder } from '../resource/index.ts';
import type { HandlerContext, HandlerTools } from './handler-context.ts';

/** The values of one run. */
export interface RunContextOptions {
  readonly key: string;
  readonly tools: HandlerTools;
  readonly signal: AbortSignal;
  readonly attempt: number;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** The context of one run; parallel components share its lock. */
export class RunContext implements HandlerContext {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly attempt: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly #tools: HandlerTools;
  readonly #lock: { tail: Promise<unknown> };

  constructor(options: RunContextOptions, lock: { tail: Promise<unknown> } = { tail: Promise.resolve() }) {
    this.key = options.key;
    this.signal = options.signal;
    this.attempt = options.attempt;
    this.values = options.values ?? {};
    this.#tools = options.tools;
    this.#lock = lock;
  }

  get client(): KubeClient {
    const { client } = this.#tools;
    if (client === undefined) {
      throw new ProgrammingError('this phase machine has no client; pass one in its tools', 'PHASE_NO_CLIENT');
    }
    return client;
  }

  get events(): EventRecorder {
    return this.#tools.events;
  }

  get logger(): Logger {
    return this.#tools.logger;
  }

  get clock(): Clock {
    return this.#tools.clock;
  }

  get random(): Random {
    return this.#tools.random;
  }

  /** The same run under another signal, or with values. */
  with(change: { readonly signal?: AbortSignal; readonly values?: Readonly<Record<string, unknown>> }): RunContext {
    const { key, signal, attempt, values } = this;
    return new RunContext({ key, signal, attempt, values, tools: this.#tools, ...change }, this.#lock);
  }

  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lock.tail.then(work);
    // The next one waits for the end of this one, also when it fails.
    this.#lock.tail = turn.catch(() => undefined);
    return turn;
  }

  assertLeading(): void {
    this.signal.throwIfAborted();
    this.assertHeld();
  }

  /** Throws when the term is over, by the clocks. */
  assertHeld(): void {
    this.#tools.leadership?.assertHeld();
  }
}
