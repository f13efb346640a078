import {
  type BackoffOptions,
  backoffDelay,
  type Clock,
  type Logger,
  MetricRegistry,
  type Random,
  randomId,
  TerminalError,
  toError,
} from '@kubemin/base';
import { createInformerFactory, type KubeClient } from '@kubemin/kube';
import { EventSink } from '../events/event-sink.ts';
import { EVERYTHING } from '../scope/reconcile-scope.ts';
import type { Controller, ControllerModule, ControllerStats } from './controller.ts';
import { ControllerRegistry } from './registry.ts';
import { unelectedTerm } from './term-info.ts';

/** What a manager lends to its controllers. */
export interface ManagerOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** How many keys each controller works on at once, unless it says otherwise. @default 4 */
  readonly concurrency?: number;
  /** Where metrics go. @default a registry of its own */
  readonly metrics?: MetricRegistry;
}

/** Runs controllers over one client and one set of caches. */
export interface Manager {
  /** Adds controllers; refused after `run`, and when a name is taken. */
  with(...modules: readonly ControllerModule[]): Manager;
  /** Sets all controllers up, fills the caches, then runs until `signal` aborts. Rejects only when the set-up fails. */
  run(signal: AbortSignal): Promise<void>;
  /** Resolves when all caches are filled and the controllers work; rejects when the set-up failed or ended before. */
  readonly ready: Promise<void>;
  /** Counters by controller name. */
  stats(): Readonly<Record<string, ControllerStats>>;
  readonly metrics: MetricRegistry;
}

/** A manager without controllers; add them with `with`, then call `run`. */
export function createManager(options: ManagerOptions): Manager {
  return new ControllerManager(options);
}

const DEFAULT_CONCURRENCY = 4;
const RESTART_BACKOFF: BackoffOptions = { minMs: 1000, maxMs: 60_000 };

interface Named {
  readonly name: string;
  readonly controller: Controller;
}

class ControllerManager implements Manager {
  readonly #options: ManagerOptions;
  readonly #registry = new ControllerRegistry();
  readonly metrics: MetricRegistry;
  readonly #readiness = Promise.withResolvers<void>();
  #running = false;
  #controllers: readonly Named[] = [];

  constructor(options: ManagerOptions) {
    this.#options = options;
    this.metrics = options.metrics ?? new MetricRegistry();
    // Whoever cares awaits `ready`; nobody has to, so a failure there alone must not end the process.
    this.#readiness.promise.catch((error: unknown) => options.logger.debug('the manager did not get ready', { error }));
  }

  get ready(): Promise<void> {
    return this.#readiness.promise;
  }

  with(...modules: readonly ControllerModule[]): Manager {
    if (this.#running) {
      const names = modules.map((module) => module.name).join(', ');
      throw new TerminalError(`the manager runs already; add ${names} before calling run`, { code: 'MANAGER_RUNNING' });
    }
    this.#registry.register(...modules);
    return this;
  }

  stats(): Readonly<Record<string, ControllerStats>> {
    const stats: Record<string, ControllerStats> = {};
    for (const { name, controller } of this.#controllers) {
      const counters = controller.stats?.();
      if (counters !== undefined) stats[name] = counters;
    }
    return stats;
  }

  async run(signal: AbortSignal): Promise<void> {
    if (this.#running) throw new TerminalError('the manager runs already', { code: 'MANAGER_RUNNING' });
    this.#running = true;
    try {
      await this.#run(signal);
    } finally {
      this.#readiness.reject(new TerminalError('the manager ended before it was ready', { code: 'MANAGER_ENDED' }));
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    const informers = createInformerFactory(this.#options);
    const sink = new EventSink(this.#options);
    this.#controllers = await this.#setUp(informers, sink);
    informers.start(signal);
    await informers.synced().catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    // Also when stopped before the caches were full: each controller then returns at once, having unsubscribed.
    const controllers = this.#controllers.map((named) => this.#keepRunning(named, signal));
    if (!signal.aborted) {
      this.#options.logger.info('controllers are running', { controllers: this.#registry.names() });
      this.#readiness.resolve();
    }
    // The sink outlives the controllers, so that the last thing they said is still written.
    const silence = new AbortController();
    const telling = sink.run(silence.signal);
    await Promise.all(controllers);
    silence.abort();
    await telling;
  }

  async #setUp(informers: ReturnType<typeof createInformerFactory>, sink: EventSink): Promise<readonly Named[]> {
    const { client, clock, random, logger, concurrency = DEFAULT_CONCURRENCY } = this.#options;
    const leadership = unelectedTerm(randomId(random));
    const shared = { client, informers, clock, random, leadership, concurrency, metrics: this.metrics };
    const controllers: Named[] = [];
    for (const module of this.#registry) {
      const { name } = module;
      try {
        module.validate?.();
        const own = { logger: logger.child({ controller: name }), events: sink.recorder(name), scope: EVERYTHING };
        controllers.push({ name, controller: await module.setup({ ...shared, ...own }) });
      } catch (cause) {
        const message = `controller "${name}" could not be set up: ${toError(cause).message}`;
        const error = new TerminalError(message, { code: 'CONTROLLER_SETUP_FAILED', cause });
        this.#readiness.reject(error);
        throw error;
      }
    }
    return controllers;
  }

  /** One controller's failure is its own: it is started again, the others don't notice. */
  async #keepRunning({ name, controller }: Named, signal: AbortSignal): Promise<void> {
    const { clock, random, logger } = this.#options;
    for (let attempt = 0; ; attempt += 1) {
      try {
        await controller.run(signal);
        return;
      } catch (error) {
        if (signal.aborted) return;
        logger.error('a controller ended unexpectedly, starting it again', { controller: name, error });
      }
      await clock.sleep(backoffDelay(RESTART_BACKOFF, attempt, random), signal);
    }
  }
}
