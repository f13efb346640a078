import {
  Disposables,
  type Logger,
  METRICS_CONTENT_TYPE,
  type MetricRegistry,
  TerminalError,
  toError,
} from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import type { BindAddress } from '../http/bind-address.ts';
import { listenHttp } from '../http/http-listener.ts';
import { textReply } from '../http/http-reply.ts';
import { HttpRouter } from '../http/http-router.ts';
import type { HealthCheck } from '../manager/manager-health.ts';
import { programMessages } from '../messages/program.ts';
import type { RunnableManager } from './runnable-manager.ts';

/** What an app is made with. */
export interface AppOptions {
  readonly name: string;
  readonly config: { readonly metrics: BindAddress; readonly health: BindAddress };
  readonly metrics: MetricRegistry;
  readonly logger: Logger;
}

/** One process: managers that run side by side, with one set of endpoints. */
export interface App {
  with(...managers: readonly RunnableManager[]): App;
  /**
   * Takes the ports and finds out what would keep the managers from running. Leaves nothing behind when it fails, also
   * when `signal` aborts, whose reason it then rejects with.
   */
  prepareRun(signal: AbortSignal): Promise<PreparedApp>;
}

/** An app that can run. */
export interface PreparedApp {
  /** By what is served: `metrics`, `health`, and the names of managers that serve something. */
  readonly addresses: Readonly<Record<string, string>>;
  /**
   * Runs all managers until `signal` aborts: then it stops being ready, lets them finish, and resolves. When one of them
   * fails, the others are stopped, too, and it rejects with an error that names the one.
   */
  run(signal: AbortSignal): Promise<void>;
  /** For an app that shall not run after all; `run` closes by itself. */
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
    // Ports first: a second process by mistake is found out before it touches the cluster.
    await this.#serve('metrics', config.metrics, addMetricsRoute(new HttpRouter(), metrics));
    await this.#serve(
      'health',
      config.health,
      addHealthRoutes(new HttpRouter(), () => this.#checks()),
    );
    for (const manager of this.#managers) {
      await orAborted(manager.prepare?.(signal), signal);
      if (manager.url !== undefined) this.#addresses[manager.name] = manager.url;
    }
  }

  async run(signal: AbortSignal): Promise<void> {
    this.#state = 'running';
    const stop = new AbortController();
    const wind = (): void => {
      // Whoever asks meanwhile must be told before work is refused.
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

  async #runAll(stop: AbortController, wind: () => void): Promise<void> {
    const { logger } = this.#options;
    const failures: TerminalError[] = [];
    const runs = this.#managers.map(async (manager) => {
      try {
        await manager.run(stop.signal);
        if (stop.signal.aborted) return;
        failures.push(ended(manager.name, new TerminalError(programMessages.endedEarly, { code: 'MANAGER_ENDED' })));
      } catch (error) {
        failures.push(ended(manager.name, toError(error)));
      }
      if (!stop.signal.aborted) logger.error('a manager failed, stopping the others', { manager: manager.name });
      wind();
    });
    await Promise.all(runs);
    const [first] = failures;
    if (first !== undefined) throw first;
  }

  #checks(): readonly HealthCheck[] {
    const { name } = this.#options;
    const own = {
      preparing: { name, ok: false, message: 'it is still preparing' },
      running: { name, ok: true },
      stopping: { name, ok: false, message: 'it is stopping' },
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

/** Whoever stops an app while it prepares does not wait for a cluster that does not answer. */
async function orAborted(work: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
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

function ended(name: string, cause: Error): TerminalError {
  return new TerminalError(programMessages.managerFailed({ name, reason: errorMessage(cause) }), {
    code: 'MANAGER_FAILED',
    cause,
  });
}

/**
 * Adds `/healthz`, which answers for as long as the process does anything at all, and `/readyz`, which answers 503 with
 * the checks that fail; `?verbose` lists all.
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
