import {
  Disposables,
  type Logger,
  METRICS_CONTENT_TYPE,
  type MetricRegistry,
  TerminalError,
  toError,
} from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import { type BindAddress, HttpRouter, listenHttp, textReply } from '../http/index.ts';
import type { HealthCheck } from '../manager/index.ts';
import { programMessages } from '../messages/index.ts';
import type { RunnableManager } from './runnable-manager.ts';

/** Options of an app. */
export interface AppOptions {
  readonly name: string;
  readonly config: { readonly metrics: BindAddress; readonly health: BindAddress };
  readonly metrics: MetricRegistry;
  readonly logger: Logger;
}

/** One process: managers that run concurrently, with one set of endpoints. */
export interface App {
  with(...managers: readonly RunnableManager[]): App;
  /**
   * Opens the ports and prepares the managers. Releases everything when it fails or `signal` aborts; then it rejects with
   * the reason of the signal.
   */
  prepareRun(signal: AbortSignal): Promise<PreparedApp>;
}

/** An app that can run. */
export interface PreparedApp {
  /** URLs by name: `metrics`, `health`, and the names of managers that serve something. */
  readonly addresses: Readonly<Record<string, string>>;
  /**
   * Runs all managers until `signal` aborts: then it stops being ready, waits for them to finish, and resolves. When one
   * of them fails, the others are stopped as well, and it rejects with an error that names the failed one.
   */
  run(signal: AbortSignal): Promise<void>;
  /** Releases an app that will not run; `run` does this at its end. */
  close(): Promise<void>;
}

/** An app without managers; add them with `with`. */
export function createApp(options: AppOptions): App {
  return new ManagedApp(options);
}

class ManagedApp implements App {
  readonly #options: AppOptions;
  readonly #managers: RunnableManager[] = [];

  constructor(options: AppOptions) {
    this.#options = options;
  }

  with(...managers: readonly RunnableManager[]): App {
    for (const manager of managers) {
      if (this.#managers.some(({ name }) => name === manager.name)) {
        throw new TerminalError(programMessages.managerTwice({ name: manager.name }), {
          code: 'MANAGER_EXISTS',
        });
      }
      this.#managers.push(manager);
    }
    return this;
  }

  async prepareRun(signal: AbortSignal): Promise<PreparedApp> {
    const running = new RunningApp(this.#options, this.#managers);
    try {
      await running.prepare(signal);
    } catch (error) {
      await running.close();
      throw error;
    }
    return running;
  }
}

type State = 'preparing' | 'running' | 'stopping';

class RunningApp implements PreparedApp {
  readonly #options: AppOptions;
  readonly #managers: readonly RunnableManager[];
  readonly #open = new Disposables();
  readonly #addresses: Record<string, string> = {};
  #state: State = 'preparing';

  constructor(options: AppOptions, managers: readonly RunnableManager[]) {
    this.#options = options;
    this.#managers = [...managers];
  }

  get addresses(): Readonly<Record<string, string>> {
    return this.#addresses;
  }

  async prepare(signal: AbortSignal): Promise<void> {
    const { config, metrics } = this.#options;
    for (const manager of this.#managers) this.#open.add(async () => manager.close?.());
    // Ports first: a second process started by mistake fails before it touches the cluster.
    await this.#serve('metrics', config.metrics, addMetricsRoute(new HttpRouter(), metrics));
    await this.#serve(
      'health',
      config.health,
      addHealthRoutes(new HttpRouter(), () => this.#checks()),
    );
    for (const manager of this.#managers) {
      await rejectOnAbort(manager.prepare?.(signal), signal);
      if (manager.url !== undefined) this.#addresses[manager.name] = manager.url;
    }
  }

  async run(signal: AbortSignal): Promise<void> {
    this.#state = 'running';
    const stop = new AbortController();
    const wind = (): void => {
      // Readiness must be false before the managers stop accepting work.
      this.#state = 'stopping';
      stop.abort(signal.reason);
    };
    signal.addEventListener('abort', wind, { once: true });
    if (signal.aborted) wind();
    try {
      await this.#runAll(stop, wind);
    } finally {
      signal.removeEventListener('abort', wind);
      await this.close();
    }
  }

  close(): Promise<void> {
    return this.#open.dispose();
  }

  async #runAll(stop: AbortController, stopAll: () => void): Promise<void> {
    const { logger } = this.#options;
    const failures: TerminalError[] = [];
    const runs = this.#managers.map(async (manager) => {
      try {
        await manager.run(stop.signal);
        if (stop.signal.aborted) return;
        failures.push(
          managerFailedError(manager.name, new TerminalError(programMessages.endedEarly, { code: 'MANAGER_ENDED' })),
        );
      } catch (error) {
        failures.push(managerFailedError(manager.name, toError(error)));
      }
      if (!stop.signal.aborted) logger.error('a manager failed, stopping the others', { manager: manager.name });
      stopAll();
    });
    await Promise.all(runs);
    const [first] = failures;
    if (first !== undefined) throw first;
  }

  #checks(): readonly HealthCheck[] {
    const { name } = this.#options;
    const own = {
      preparing: { name, ok: false, message: 'still preparing' },
      running: { name, ok: true },
      stopping: { name, ok: false, message: 'stopping' },
    }[this.#state];
    return [own, ...this.#managers.flatMap((manager) => manager.checks())];
  }

  async #serve(what: string, address: BindAddress, router: HttpRouter): Promise<void> {
    if (address.kind === 'off') return;
    const { host, port } = address;
    const { logger } = this.#options;
    const listener = await listenHttp({ handler: router.handler, host, port, logger });
    this.#open.add(() => listener.close());
    this.#addresses[what] = listener.url;
  }
}

/** An abort while preparing does not wait for a cluster that does not respond. */
async function rejectOnAbort(work: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function managerFailedError(name: string, cause: Error): TerminalError {
  return new TerminalError(programMessages.managerFailed({ name, reason: errorMessage(cause) }), {
    code: 'MANAGER_FAILED',
    cause,
  });
}

/**
 * Adds `/healthz`, which returns 200 while the process runs, and `/readyz`, which returns 503 with the failing checks;
 * `?verbose` lists all.
 */
function addHealthRoutes(router: HttpRouter, checks: () => readonly HealthCheck[]): HttpRouter {
  const alive = async () => textReply(200, 'ok');
  return router
    .add('GET', '/healthz', alive)
    .add('GET', '/livez', alive)
    .add('GET', '/readyz', async ({ query }) => {
      const all = checks();
      const failing = all.filter(({ ok }) => !ok);
      const shown = query.has('verbose') ? all : failing;
      const verdict = failing.length === 0 ? 'ok' : 'readyz check failed';
      return textReply(failing.length === 0 ? 200 : 503, [...shown.map(checkLine), verdict].join('\n'));
    });
}

function checkLine({ name, ok, message }: HealthCheck): string {
  return ok ? `[+]${name} ok` : `[-]${name} failed: ${message ?? 'no reason given'}`;
}

/** Adds `/metrics` in the text format of Prometheus. */
function addMetricsRoute(router: HttpRouter, metrics: MetricRegistry): HttpRouter {
  return router.add('GET', '/metrics', async () => textReply(200, metrics.text(), METRICS_CONTENT_TYPE));
}
