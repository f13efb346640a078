import {
  type BackoffOptions,
  backoffDelay,
  type Clock,
  type Logger,
  type MetricRegistry,
  type Random,
  TerminalError,
  toError,
} from '@kubemin/base';
import { createInformerFactory, type InformerFactory, type KubeClient } from '@kubemin/kube';
import { EventSink } from '../events/event-sink.ts';
import type { ReconcileScope } from '../scope/reconcile-scope.ts';
import { aborted } from './aborted.ts';
import type { Controller, ControllerContext, ControllerModule, ControllerStats } from './controller.ts';
import { HookRunner } from './hook-runner.ts';
import { checkModules, type HealthCheck, whyNotSynced } from './manager-health.ts';
import type { ManagerMetrics } from './manager-metrics.ts';
import { ModuleInformers } from './module-informers.ts';
import type { Turn } from './turn.ts';

/** A module that is to run, and on which objects. */
export interface ScopedModule {
  readonly module: ControllerModule;
  readonly scope: ReconcileScope;
}

/** What all terms of a manager share. */
export interface TermOptions {
  readonly clientOf: ((controller: string) => KubeClient) | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly modules: readonly ScopedModule[];
  readonly namespace: string | undefined;
  readonly concurrency: number;
  readonly resyncMs: number | undefined;
  readonly reconcileTimeoutMs: number;
  readonly syncTimeoutMs: number;
  readonly registry: MetricRegistry;
  readonly metrics: ManagerMetrics;
}

/** How a term ended. */
export interface TermEnd {
  /** Work that did not end in time, as `controller: key`. */
  readonly stuck: readonly string[];
}

/** A module at work in this term. */
interface Part {
  readonly name: string;
  readonly informers: ModuleInformers;
  readonly controller: Controller;
  readonly hook: HookRunner | undefined;
  isSynced: boolean;
  isEnded: boolean;
}

const RESTART_BACKOFF: BackoffOptions = { minMs: 1000, maxMs: 60_000 };

/**
 * One run of all modules, from empty caches to the last event: everything in it is made anew, so nothing of an old term
 * can leak into a new one.
 */
export class Term {
  readonly #options: TermOptions;
  readonly #turn: Turn;
  readonly #informers: InformerFactory;
  readonly #sink: EventSink;
  #parts: readonly Part[] = [];
  #isSetUp = false;

  constructor(options: TermOptions, turn: Turn) {
    this.#options = options;
    this.#turn = turn;
    const { clock, random, logger, metrics } = options;
    this.#informers = createInformerFactory({ client: turn.client, clock, random, logger });
    this.#sink = new EventSink({ client: turn.client, clock, logger, onDropped: () => metrics.eventDropped() });
  }

  checks(): readonly HealthCheck[] {
    if (!this.#isSetUp) return [{ name: 'set-up', ok: false, message: 'the controllers are being set up' }];
    const modules = this.#parts.map(({ name, isSynced, informers, hook }) => {
      return { name, isSynced, informers: informers.asked(), hook };
    });
    return checkModules(modules, this.#options.clock.monotonic());
  }

  stats(): Readonly<Record<string, ControllerStats>> {
    const stats: Record<string, ControllerStats> = {};
    for (const { name, controller } of this.#parts) {
      const counters = controller.stats?.();
      if (counters !== undefined) stats[name] = counters;
    }
    return stats;
  }

  /**
   * Rejects only when a module cannot be set up. Calls `onReady` when all caches are filled, all hooks have succeeded and
   * all controllers work, which may never happen.
   */
  async run(onReady: () => void): Promise<TermEnd> {
    const { signal } = this.#turn;
    if (!(await this.#withinGrace(this.#setUp()))) return { stuck: ['the set-up of the controllers'] };
    this.#informers.start(signal);
    await this.#fillCaches();
    const hooks = this.#runHooks();
    const working = Promise.all(this.#parts.map((part) => this.#serve(part)));
    if (!signal.aborted) this.#announce(onReady);
    // The sink outlives the controllers, so that the last thing they said is still written.
    const silence = new AbortController();
    const telling = this.#sink.run(silence.signal);
    const inTime = await this.#withinGrace(Promise.all([working, hooks]));
    silence.abort();
    // Nothing that is merely said may hold up a process that has to go.
    await this.#withinGrace(telling);
    return { stuck: inTime ? [] : this.#parts.flatMap(unfinished) };
  }

  async #setUp(): Promise<void> {
    const { modules, metrics } = this.#options;
    metrics.beginTerm(() => this.#cached());
    for (const scoped of modules) {
      const { name } = scoped.module;
      try {
        this.#parts = [...this.#parts, await this.#setUpOne(scoped)];
      } catch (cause) {
        await this.#dismiss();
        const message = `controller "${name}" could not be set up: ${toError(cause).message}`;
        throw new TerminalError(message, { code: 'CONTROLLER_SETUP_FAILED', cause });
      }
    }
    this.#isSetUp = true;
  }

  /** Those that were set up before one could not be: they unsubscribe, and have done nothing. */
  async #dismiss(): Promise<void> {
    await Promise.all(this.#parts.map(({ controller }) => controller.run(AbortSignal.abort())));
  }

  async #setUpOne({ module, scope }: ScopedModule): Promise<Part> {
    const { name, afterCacheSync } = module;
    const { clock, random, logger, namespace, metrics, registry } = this.#options;
    const { concurrency, resyncMs, reconcileTimeoutMs } = this.#options;
    const { leadership } = this.#turn;
    const own = this.#options.clientOf?.(name);
    const client = own === undefined ? this.#turn.client : this.#turn.fenced(own);
    const informers = new ModuleInformers(this.#informers, namespace);
    const context: ControllerContext = {
      ...{
        client,
        fenced: this.#turn.fenced,
        informers,
        clock,
        random,
        scope,
        leadership,
        concurrency,
        resyncMs,
        reconcileTimeoutMs,
      },
      logger: logger.child({ controller: name }),
      events: this.#sink.recorder(name, client),
      metrics: registry,
      instruments: metrics.of(name),
    };
    const controller = await module.setup(context);
    const hook = afterCacheSync && new HookRunner(afterCacheSync, context, () => metrics.hookFailed(name));
    return { name, informers, controller, hook, isSynced: false, isEnded: false };
  }

  /** Waits for the caches of all, but not for ever: a resource that is not served must not stop those that are. */
  async #fillCaches(): Promise<void> {
    const { clock, logger, syncTimeoutMs } = this.#options;
    const { signal } = this.#turn;
    const over = new AbortController();
    const filled = Promise.all(this.#parts.map((part) => this.#noteSync(part)));
    const late = clock.sleep(syncTimeoutMs, AbortSignal.any([signal, over.signal]));
    await Promise.race([filled, late]);
    over.abort();
    if (signal.aborted) return;
    for (const { name, isSynced, informers } of this.#parts) {
      if (isSynced) continue;
      const reason = whyNotSynced(informers.asked());
      logger.error('the caches of a controller are not filled; it starts when they are', { controller: name, reason });
    }
  }

  async #noteSync(part: Part): Promise<void> {
    try {
      await part.informers.synced();
      part.isSynced = true;
    } catch (error) {
      if (!this.#turn.signal.aborted) throw error;
    }
  }

  /** In the order of registration; one that fails is tried again beside the next. */
  async #runHooks(): Promise<void> {
    const { signal } = this.#turn;
    const running: Promise<unknown>[] = [];
    for (const part of this.#parts) {
      const { hook } = part;
      if (hook === undefined || signal.aborted) continue;
      const begun = part.isSynced ? hook.begin(signal) : this.#noteSync(part).then(() => hook.begin(signal));
      running.push(begun.then(({ retrying }) => retrying));
      if (hook.isBlocking && part.isSynced) await begun;
    }
    await Promise.all(running);
  }

  async #serve(part: Part): Promise<void> {
    const { signal } = this.#turn;
    // Also when stopped before: the controller then returns at once, having unsubscribed.
    if (!part.isSynced) await this.#noteSync(part);
    if (part.hook?.isBlocking === true) await Promise.race([part.hook.succeeded, aborted(signal)]);
    await this.#keepRunning(part);
    part.isEnded = true;
  }

  /** One controller's failure is its own: it is started again, the others don't notice. */
  async #keepRunning({ name, controller }: Part): Promise<void> {
    const { clock, random, logger } = this.#options;
    const { signal } = this.#turn;
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

  #announce(onReady: () => void): void {
    const controllers = this.#parts.map(({ name }) => name);
    this.#options.logger.info('controllers are running', { controllers });
    const waits = this.#parts.map((part) => Promise.all([part.informers.synced(), part.hook?.succeeded]));
    Promise.all(waits).then(onReady, (error: unknown) =>
      this.#options.logger.debug('the term ended before it was ready', { error }),
    );
  }

  /** False when the turn was over and the grace, too, before the work had ended. */
  async #withinGrace(work: Promise<unknown>): Promise<boolean> {
    const { clock } = this.#options;
    const { signal } = this.#turn;
    const done = new AbortController();
    const ended = work.then(() => true);
    const outOfTime = aborted(signal).then(async () => {
      await clock.sleep(this.#turn.graceMs(), done.signal);
      return false;
    });
    const inTime = await Promise.race([ended, outOfTime]);
    done.abort();
    return inTime;
  }

  *#cached(): Generator<{ readonly resource: string; readonly count: number }> {
    const seen = new Map(
      this.#parts.flatMap(({ informers }) => informers.asked().map((each) => [each.informer, each])),
    );
    const counts = new Map<string, number>();
    for (const { resource, informer } of seen.values()) {
      counts.set(resource, (counts.get(resource) ?? 0) + informer.list().length);
    }
    for (const [resource, count] of counts) yield { resource, count };
  }
}

/** What of a part goes on although it was told to end. */
function unfinished({ name, controller, hook, isEnded }: Part): readonly string[] {
  const keys = isEnded ? [] : (controller.inFlight?.() ?? []).map((key) => `${name}: ${key}`);
  if (hook?.isRunning === true) return [...keys, `${name}: the hook after the cache sync`];
  return keys.length > 0 || isEnded ? keys : [name];
}
