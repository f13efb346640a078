import {
  type Clock,
  type Logger,
  MetricRegistry,
  ProgrammingError,
  type Random,
  randomId,
  TerminalError,
} from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import type { KubeClient } from '@kubemin/kube';
import { programMessages, resourceMessages } from '../messages/index.ts';
import { type PhasedObject, type PhaseMachine, phaseModule } from '../phase/index.ts';
import type { ControllerModule, ControllerStats } from '../reconcile/index.ts';
import { createScope, type LabelRouting, MAIN_ID, unelectedTerm } from '../resource/index.ts';
import { LeaderCandidate, type LeaderElectionOptions } from './leader-election.ts';
import type { HealthCheck, ManagerHealth, ManagerState } from './manager-health.ts';
import { ManagerMetrics } from './manager-metrics.ts';
import { decideModules } from './module-choice.ts';
import { ControllerRegistry } from './registry.ts';
import { type ScopedModule, Term, type TermEnd } from './term.ts';
import type { LeadershipGrant } from './turn.ts';

/** Options of a manager. */
export interface ManagerOptions {
  /** Fills the caches and holds the lease. */
  readonly client: KubeClient;
  /** The client of each controller and of its events, by name, if controllers have their own users. @default `client` */
  readonly clientFor?: (controller: string) => KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Names of controllers or of their resources; empty for all. @default all */
  readonly enabled?: readonly string[];
  /** Omits controllers that need a full cluster. @default false */
  readonly portable?: boolean;
  /** Watches only this namespace. @default all */
  readonly namespace?: string;
  /** Filters of keys by resource: see parseKeyPattern. */
  readonly filters?: Readonly<Record<string, string>>;
  /** @default id `main`, including objects without a label */
  readonly routing?: LabelRouting;
  /** Default number of keys that each controller processes concurrently. @default 4 */
  readonly concurrency?: number;
  /** How often all objects are reconciled again. @default never */
  readonly resyncMs?: number;
  /** The time after which a reconcile is aborted. @default 10 min */
  readonly reconcileTimeoutMs?: number;
  /** How long to wait for all caches before controllers with filled caches start without the others. @default 2 min */
  readonly syncTimeoutMs?: number;
  /** How long pending work may take to end at a stop. @default 30 s */
  readonly stopGraceMs?: number;
  /** @default none: this process is the only one */
  readonly leaderElection?: LeaderElectionOptions;
  /** @default a new registry */
  readonly metrics?: MetricRegistry;
}

/** Runs controllers over one client and one set of caches. */
export interface Manager {
  /** Adds controllers; throws after `setup`, and when a name is taken. */
  with(...modules: readonly ControllerModule[]): Manager;
  /** Adds a controller that drives the objects of a phase machine. */
  withPhaseMachine<R extends PhasedObject>(machine: PhaseMachine<R>): Manager;
  /** Selects and validates the controllers, without contacting the server. `run` calls it as well. */
  setup(): Promise<void>;
  /** The selected controllers; none before `setup`. */
  modules(): readonly ControllerModule[];
  /**
   * Sets up all controllers, fills the caches, then runs until `signal` aborts; with an election, once per term. Rejects
   * when the set-up fails, and when the lease is lost while work does not end.
   */
  run(signal: AbortSignal): Promise<void>;
  /** Resolves when all caches are filled and the controllers run; rejects when the set-up failed or ended before. */
  readonly ready: Promise<void>;
  /** Counters by controller name, of the current term. */
  stats(): Readonly<Record<string, ControllerStats>>;
  health(): ManagerHealth;
  readonly metrics: MetricRegistry;
}

/** A manager without controllers; add them with `with`, then call `run`. */
export function createManager(options: ManagerOptions): Manager {
  return new ControllerManager(options);
}

const DEFAULT_CONCURRENCY = 4;
const DEFAULT_RECONCILE_TIMEOUT_MS = 600_000;
const DEFAULT_SYNC_TIMEOUT_MS = 120_000;
const DEFAULT_STOP_GRACE_MS = 30_000;

const DECISIONS = {
  enabled: 'the controller is enabled',
  'not-listed': 'the controller is not selected',
  'not-portable': 'the controller is omitted in portable mode',
} as const;

class ControllerManager implements Manager {
  readonly metrics: MetricRegistry;
  readonly #options: ManagerOptions;
  readonly #registry = new ControllerRegistry();
  readonly #metrics: ManagerMetrics;
  readonly #readiness = Promise.withResolvers<void>();
  readonly #candidate: LeaderCandidate | undefined;
  #modules: readonly ScopedModule[] | undefined;
  #state: ManagerState = 'starting';
  #running = false;
  #term: Term | undefined;

  constructor(options: ManagerOptions) {
    this.#options = options;
    const { client, clock, random, logger, leaderElection, stopGraceMs = DEFAULT_STOP_GRACE_MS } = options;
    this.metrics = options.metrics ?? new MetricRegistry();
    this.#metrics = new ManagerMetrics(this.metrics, clock);
    this.#candidate =
      leaderElection && new LeaderCandidate(leaderElection, { client, clock, random, logger, stopGraceMs });
    // `ready` need not be awaited, so its rejection must not end the process.
    this.#readiness.promise.catch((error: unknown) => logger.debug('the manager did not get ready', { error }));
  }

  get ready(): Promise<void> {
    return this.#readiness.promise;
  }

  with(...modules: readonly ControllerModule[]): Manager {
    if (this.#running || this.#modules !== undefined) {
      const names = modules.map((module) => module.name).join(', ');
      throw new ProgrammingError(`the manager is already running; add ${names} before calling run`, 'MANAGER_RUNNING');
    }
    this.#registry.register(...modules);
    return this;
  }

  withPhaseMachine<R extends PhasedObject>(machine: PhaseMachine<R>): Manager {
    return this.with(phaseModule(machine));
  }

  async setup(): Promise<void> {
    this.#modules ??= this.#choose();
  }

  modules(): readonly ControllerModule[] {
    return (this.#modules ?? []).map(({ module }) => module);
  }

  stats(): Readonly<Record<string, ControllerStats>> {
    return this.#term?.stats() ?? {};
  }

  health(): ManagerHealth {
    const state = this.#state;
    const checks = this.#checks();
    const ready = (state === 'leading' || state === 'standby') && checks.every(({ ok }) => ok);
    return { state, ready, checks };
  }

  async run(signal: AbortSignal): Promise<void> {
    if (this.#running) throw new ProgrammingError('the manager is already running', 'MANAGER_RUNNING');
    this.#running = true;
    const stopping = (): void => {
      this.#state = 'stopping';
    };
    signal.addEventListener('abort', stopping, { once: true });
    try {
      await this.setup();
      await this.#run(signal);
      this.#state = 'stopping';
    } catch (error) {
      this.#state = 'failed';
      this.#readiness.reject(error);
      throw error;
    } finally {
      signal.removeEventListener('abort', stopping);
      this.#readiness.reject(new TerminalError(programMessages.managerEnded, { code: 'MANAGER_ENDED' }));
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { client, random, leaderElection, stopGraceMs = DEFAULT_STOP_GRACE_MS } = this.#options;
    if (this.#candidate === undefined || leaderElection === undefined) {
      const leadership = unelectedTerm(randomId(random));
      await this.#serve({ client, fenceClient: (given) => given, leadership, signal, graceMs: () => stopGraceMs });
      return;
    }
    const { name } = leaderElection;
    this.#metrics.setLeading(name, false);
    if (!signal.aborted) this.#state = 'standby';
    await this.#candidate.run(signal, async (turn) => {
      this.#metrics.setLeading(name, true);
      try {
        return await this.#serve(turn);
      } finally {
        this.#metrics.setLeading(name, false);
        if (!signal.aborted) this.#state = 'standby';
      }
    });
  }

  async #serve(grant: LeadershipGrant): Promise<TermEnd> {
    const { clientFor, clock, random, logger, namespace, resyncMs } = this.#options;
    const term = new Term(
      {
        ...{ clientFor, clock, random, logger, namespace, resyncMs },
        modules: this.#modules ?? [],
        concurrency: this.#options.concurrency ?? DEFAULT_CONCURRENCY,
        reconcileTimeoutMs: this.#options.reconcileTimeoutMs ?? DEFAULT_RECONCILE_TIMEOUT_MS,
        syncTimeoutMs: this.#options.syncTimeoutMs ?? DEFAULT_SYNC_TIMEOUT_MS,
        registry: this.metrics,
        metrics: this.#metrics,
      },
      grant,
    );
    this.#term = term;
    if (!grant.signal.aborted) this.#state = 'leading';
    const end = await term.run(() => this.#readiness.resolve());
    if (end.stuck.length > 0) logger.error('work did not end within the stop grace period', { stuck: end.stuck });
    return end;
  }

  #choose(): readonly ScopedModule[] {
    const { enabled = [], portable = false, filters = {}, logger } = this.#options;
    const routing = this.#options.routing ?? { id: MAIN_ID, onlyLabeled: false };
    const decisions = decideModules([...this.#registry], { enabled, portable, filters });
    const level = enabled.length > 0 || portable ? 'info' : 'debug';
    for (const { kind, module } of decisions) logger[level](DECISIONS[kind], { controller: module.name });
    const chosen = decisions.flatMap((decision) => (decision.kind === 'enabled' ? [decision] : []));
    for (const { module } of chosen) validateModule(module);
    return chosen.map(({ module, keys }) => ({ module, scope: createScope({ keys, routing }) }));
  }

  #checks(): readonly HealthCheck[] {
    const term = this.#state === 'leading' || this.#state === 'stopping' ? (this.#term?.checks() ?? []) : [];
    if (this.#candidate === undefined) return term;
    const leader = this.#candidate.leader;
    const message =
      this.#state === 'leading' ? 'this process leads' : `waiting; the leader is ${leader ?? 'not known yet'}`;
    return [{ name: 'leader-election', ok: true, message }, ...term];
  }
}

function validateModule(module: ControllerModule): void {
  try {
    module.validate?.();
  } catch (cause) {
    const message = resourceMessages.setupFailed({ name: module.name, reason: errorMessage(cause) });
    throw new TerminalError(message, { code: 'CONTROLLER_SETUP_FAILED', cause });
  }
}
