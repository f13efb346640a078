import {
  type BackoffOptions,
  backoffDelay,
  type Clock,
  type Logger,
  type MetricRegistry,
  type Random,
  TerminalError,
} from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import { createInformerFactory, type InformerFactory, type KubeClient } from '@kubemin/kube';
import { resourceMessages } from '../messages/index.ts';
import type { Controller, ControllerContext, ControllerModule, ControllerStats } from '../reconcile/index.ts';
import { EventSink, type ReconcileScope } from '../resource/index.ts';
import { waitForAbort } from './aborted.ts';
import { HookRunner } from './hook-runner.ts';
import { checkModules, type HealthCheck, unsyncedReason } from './manager-health.ts';
import type { ManagerMetrics } from './manager-metrics.ts';
import { ModuleInformers } from './module-informers.ts';
import type { LeadershipGrant } from './turn.ts';

/** A module that is to run, and on which objects. */
export interface ScopedModule {
  readonly module: ControllerModule;
  readonly scope: ReconcileScope;
}

/** What all terms of a manager share. */
export interface TermOptions {
  readonly clientFor: ((controller: string) => KubeClient) | undefined;
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
  /** Work that did not end within the grace period, as `controller: key`. */
  readonly stuck: readonly string[];
}

/** A module that runs in this term. */
interface RunningModule {
  readonly name: string;
  readonly informers: ModuleInformers;
  readonly controller: Controller;
  readonly hook: HookRunner | undefined;
  isSynced: boolean;
  isEnded: boolean;
}

const RESTART_BACKOFF: BackoffOptions = { minMs: 1000, maxMs: 60_000 };

/**
 * One run of all modules, from empty caches to the last event. Everything is created per term, so that no state of an
 * old term leaks into a new one.
 */
export class Term {
  readonly #options: TermOptions;
  readonly #grant: LeadershipGrant;
  readonly #informers: InformerFactory;
  readonly #sink: EventSink;
  #running: readonly RunningModule[] = [];
  #isSetUp = false;

  constructor(options: TermOptions, grant: LeadershipGrant) {
    this.#options = options;
    this.#grant = grant;
    const { clock, random, logger, metrics } = options;
    this.#informers = createInformerFactory({ client: grant.client, clock, random, logger });
    this.#sink = new EventSink({ client: grant.client, clock, logger, onDropped: () => metrics.countDroppedEvent() });
  }

  checks(): readonly HealthCheck[] {
    if (!this.#isSetUp) return [{ name: 'set-up', ok: false, message: 'the controllers are being set up' }];
    const modules = this.#running.map(({ name, isSynced, informers, hook }) => {
      return { name, isSynced, informers: informers.requested(), hook };
    });
    return checkModules(modules, this.#options.clock.monotonic());
  }

  stats(): Readonly<Record<string, ControllerStats>> {
    const stats: Record<string, ControllerStats> = {};
    for (const { name, controller } of this.#running) {
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
    const { signal } = this.#grant;
    if (!(await this.#endsWithinGrace(this.#setUp()))) return { stuck: ['the set-up of the controllers'] };
    this.#informers.start(signal);
    await this.#fillCaches();
    const hooks = this.#runHooks();
    const working = Promise.all(this.#running.map((module) => this.#serve(module)));
    if (!signal.aborted) this.#reportReady(onReady);
    // The sink outlives the controllers, so that their last events are still written.
    const stopEvents = new AbortController();
    const writingEvents = this.#sink.run(stopEvents.signal);
    const ended = await this.#endsWithinGrace(Promise.all([working, hooks]));
    stopEvents.abort();
    // Events must not delay the end of the process beyond the grace period.
    await this.#endsWithinGrace(writingEvents);
    return { stuck: ended ? [] : this.#running.flatMap(unfinishedWork) };
  }

  async #setUp(): Promise<void> {
    const { modules, metrics } = this.#options;
    metrics.beginTerm(() => this.#cached());
    for (const scoped of modules) {
      const { name } = scoped.module;
      try {
        this.#running = [...this.#running, await this.#setUpOne(scoped)];
      } catch (cause) {
        await this.#stopControllers();
        const message = resourceMessages.setupFailed({ name, reason: errorMessage(cause) });
        throw new TerminalError(message, { code: 'CONTROLLER_SETUP_FAILED', cause });
      }
    }
    this.#isSetUp = true;
  }

  /** Unsubscribes the controllers that were set up before one failed; they have done no work. */
  async #stopControllers(): Promise<void> {
    await Promise.all(this.#running.map(({ controller }) => controller.run(AbortSignal.abort())));
  }

  async #setUpOne({ module, scope }: ScopedModule): Promise<RunningModule> {
    const { name, afterCacheSync } = module;
    const { clock, random, logger, namespace, metrics, registry } = this.#options;
    const { concurrency, resyncMs, reconcileTimeoutMs } = this.#options;
    const { leadership } = this.#grant;
    const own = this.#options.clientFor?.(name);
    const client = own === undefined ? this.#grant.client : this.#grant.fenceClient(own);
    const informers = new ModuleInformers(this.#informers, namespace);
    const context: ControllerContext = {
      ...{
        client,
        fenceClient: this.#grant.fenceClient,
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
      instruments: metrics.forController(name),
    };
    const controller = await module.setup(context);
    const hook = afterCacheSync && new HookRunner(afterCacheSync, context, () => metrics.countHookFailure(name));
    return { name, informers, controller, hook, isSynced: false, isEnded: false };
  }

  /** Waits for all caches, but with a limit: a resource that is not served must not block the others. */
  async #fillCaches(): Promise<void> {
    const { clock, logger, syncTimeoutMs } = this.#options;
    const { signal } = this.#grant;
    const over = new AbortController();
    const filled = Promise.all(this.#running.map((module) => this.#waitForSync(module)));
    const late = clock.sleep(syncTimeoutMs, AbortSignal.any([signal, over.signal]));
    await Promise.race([filled, late]);
    over.abort();
    if (signal.aborted) return;
    for (const { name, isSynced, informers } of this.#running) {
      if (isSynced) continue;
      const reason = unsyncedReason(informers.requested());
      logger.error('the caches of a controller are not filled; it starts when they are', { controller: name, reason });
    }
  }

  async #waitForSync(module: RunningModule): Promise<void> {
    try {
      await module.informers.synced();
      module.isSynced = true;
    } catch (error) {
      if (!this.#grant.signal.aborted) throw error;
    }
  }

  /** In the order of registration; a failed one is retried concurrently with the next. */
  async #runHooks(): Promise<void> {
    const { signal } = this.#grant;
    const running: Promise<unknown>[] = [];
    for (const module of this.#running) {
      const { hook } = module;
      if (hook === undefined || signal.aborted) continue;
      const begun = module.isSynced ? hook.begin(signal) : this.#waitForSync(module).then(() => hook.begin(signal));
      running.push(begun.then(({ retrying }) => retrying));
      if (hook.isBlocking && module.isSynced) await begun;
    }
    await Promise.all(running);
  }

  async #serve(module: RunningModule): Promise<void> {
    const { signal } = this.#grant;
    // Also when already stopped: the controller then unsubscribes and returns.
    if (!module.isSynced) await this.#waitForSync(module);
    if (module.hook?.isBlocking === true) await Promise.race([module.hook.succeeded, waitForAbort(signal)]);
    await this.#keepRunning(module);
    module.isEnded = true;
  }

  /** A failed controller is restarted without affecting the others. */
  async #keepRunning({ name, controller }: RunningModule): Promise<void> {
    const { clock, random, logger } = this.#options;
    const { signal } = this.#grant;
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

  #reportReady(onReady: () => void): void {
    const controllers = this.#running.map(({ name }) => name);
    this.#options.logger.info('controllers are running', { controllers });
    const waits = this.#running.map((module) => Promise.all([module.informers.synced(), module.hook?.succeeded]));
    Promise.all(waits).then(onReady, (error: unknown) =>
      this.#options.logger.debug('the term ended before it was ready', { error }),
    );
  }

  /** False when the grant and its grace period ended before the work. */
  async #endsWithinGrace(work: Promise<unknown>): Promise<boolean> {
    const { clock } = this.#options;
    const { signal } = this.#grant;
    const done = new AbortController();
    const ended = work.then(() => true);
    const outOfTime = waitForAbort(signal).then(async () => {
      await clock.sleep(this.#grant.graceMs(), done.signal);
      return false;
    });
    const isEnded = await Promise.race([ended, outOfTime]);
    done.abort();
    return isEnded;
  }

  *#cached(): Generator<{ readonly resource: string; readonly count: number }> {
    const seen = new Map(
      this.#running.flatMap(({ informers }) => informers.requested().map((each) => [each.informer, each])),
    );
    const counts = new Map<string, number>();
    for (const { resource, informer } of seen.values()) {
      counts.set(resource, (counts.get(resource) ?? 0) + informer.list().length);
    }
    for (const [resource, count] of counts) yield { resource, count };
  }
}

/** The work of a module that is still pending at the end of the grace period. */
function unfinishedWork({ name, controller, hook, isEnded }: RunningModule): readonly string[] {
  const keys = isEnded ? [] : (controller.inFlight?.() ?? []).map((key) => `${name}: ${key}`);
  if (hook?.isRunning === true) return [...keys, `${name}: the hook after the cache sync`];
  return keys.length > 0 || isEnded ? keys : [name];
}
