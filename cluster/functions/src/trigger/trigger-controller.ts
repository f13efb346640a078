import { backoffDelay, toError } from '@kubemin/base';
import {
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  type Enqueue,
  type ReconcileResult,
  type Reconciler,
  type Source,
} from '@kubemin/controller';
import type { FunctionInvoker } from '../invoker/index.ts';
import { triggerMessages } from '../messages/index.ts';
import { workflowRuns } from '../workflow/index.ts';
import { storeAllEvents } from './accept-events.ts';
import { triggerSources } from './sources/trigger-sources.ts';
import { deliverEvent } from './trigger-delivery.ts';
import { type EventTrigger, eventTriggers, type PendingEvent, type TriggerStatus } from './trigger-resource.ts';
import type { TriggerSource } from './trigger-source.ts';
import { planDeliveries, settleDelivery } from './trigger-state.ts';
import { TriggerStore } from './trigger-store.ts';

/** Options of the controller. */
export interface TriggerModuleOptions {
  readonly invoker: FunctionInvoker;
  /** Triggers may watch files only below these directories. @default none */
  readonly fileRoots?: readonly string[];
}

/** The controller that watches the sources of triggers and delivers their events. */
export function eventTriggerModule(options: TriggerModuleOptions): ControllerModule {
  return {
    name: 'event-triggers',
    for: eventTriggers,
    resources: [workflowRuns],
    setup(context) {
      const reconciler = new TriggerReconciler(context, options);
      const primary = context.informers.informer(eventTriggers);
      return createReconcilerController({ context, reconciler, primary, sources: [reconciler.source] });
    },
  };
}

const RESTART = { minMs: 500, maxMs: 60_000 };

interface Watch {
  readonly uid: string;
  readonly generation: number | undefined;
  readonly stop: AbortController;
}

class TriggerReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #options: TriggerModuleOptions;
  readonly #store: TriggerStore;
  /** Ends with the term of this process. */
  readonly #term = new AbortController();
  readonly #watches = new Map<string, Watch>();
  /** Ids of events that are being delivered, by trigger. */
  readonly #underWay = new Map<string, Set<string>>();
  #enqueue: Enqueue = () => undefined;

  constructor(context: ControllerContext, options: TriggerModuleOptions) {
    this.#context = context;
    this.#options = options;
    this.#store = new TriggerStore(context);
  }

  readonly source: Source = (enqueue) => {
    this.#enqueue = enqueue;
    return () => {
      this.#term.abort();
      for (const key of this.#watches.keys()) this.#stopWatch(key);
    };
  };

  async reconcile(key: string, signal: AbortSignal): Promise<ReconcileResult | undefined> {
    // Not from the cache: it may still have events that were delivered.
    const trigger = await this.#store.find(key, signal);
    if (trigger === undefined || trigger.metadata.deletionTimestamp !== undefined) {
      this.#stopWatch(key);
      return undefined;
    }
    await this.#updateWatch(key, trigger);
    const underWay = this.#underWay.get(key) ?? new Set<string>();
    const now = this.#context.clock.now();
    const { due, nextAt } = planDeliveries(trigger, { now, underWay });
    for (const event of due) this.#startDelivery(key, trigger, event);
    return nextAt === undefined ? undefined : { requeueAfterMs: Math.max(1, nextAt - now) };
  }

  #startDelivery(key: string, trigger: EventTrigger, event: PendingEvent): void {
    const underWay = this.#underWay.get(key) ?? new Set<string>();
    this.#underWay.set(key, underWay);
    underWay.add(event.id);
    void this.#deliver(key, trigger, event).finally(() => {
      underWay.delete(event.id);
      if (underWay.size === 0) this.#underWay.delete(key);
      if (!this.#term.signal.aborted) this.#enqueue(key);
    });
  }

  /** Never rejects: an event whose result cannot be stored is delivered again, with the same id. */
  async #deliver(key: string, trigger: EventTrigger, event: PendingEvent): Promise<void> {
    const { client, clock, leadership, logger, events } = this.#context;
    const { signal } = this.#term;
    try {
      leadership.assertHeld();
      const { invoker } = this.#options;
      const error = await deliverEvent(trigger, event, { client, store: this.#store, invoker, signal });
      const delivery = { id: event.id, ...(error === undefined ? {} : { error }) };
      const { uid = '' } = trigger.metadata;
      const stored = await this.#store.update(key, uid, (status, { spec }) =>
        settleDelivery(status, delivery, { retry: spec.retry, now: clock.now() }),
      );
      if (error !== undefined && stored?.status?.pending?.some(({ id }) => id === event.id) !== true) {
        const message = `event ${event.id} was given up: ${error}`;
        events.record(trigger, { type: 'Warning', reason: 'EventGivenUp', message });
      }
    } catch (thrown) {
      if (!signal.aborted) logger.warn('an event could not be delivered', { key, error: toError(thrown) });
    }
  }

  async #updateWatch(key: string, trigger: EventTrigger): Promise<void> {
    const { uid = '', generation } = trigger.metadata;
    const watch = this.#watches.get(key);
    if (watch?.uid === uid && watch.generation === generation) return;
    this.#stopWatch(key);
    const stop = new AbortController();
    this.#watches.set(key, { uid, generation, stop });
    const problem = findProblem(trigger);
    const { type, paused } = trigger.spec;
    if (problem !== undefined) await this.#report(key, trigger, { ready: false, reason: 'Invalid', message: problem });
    else if (paused === true) {
      await this.#report(key, trigger, { ready: false, reason: 'Paused', message: 'spec.paused is true' });
    } else if (type === 'webhook') {
      await this.#report(key, trigger, { ready: true, reason: 'Listening', message: `requests to /hooks/${key}` });
    } else void this.#watch(key, trigger, { source: triggerSources[type], signal: stop.signal });
  }

  #stopWatch(key: string): void {
    this.#watches.get(key)?.stop.abort();
    this.#watches.delete(key);
  }

  /** Runs the source again and again until the trigger changes; never rejects. */
  async #watch(
    key: string,
    trigger: EventTrigger,
    { source, signal }: { readonly source: TriggerSource; readonly signal: AbortSignal },
  ): Promise<void> {
    const { client, clock, random, logger } = this.#context;
    const store = this.#store;
    let failures = 0;
    while (!signal.aborted) {
      try {
        const current = await store.find(key, signal);
        if (current?.metadata.uid !== trigger.metadata.uid || current === undefined) return;
        const checkpoint = current.status?.checkpoint;
        await source.run({
          ...{ trigger, client, clock, random, logger, signal },
          checkpoint: checkpoint === undefined ? undefined : await store.loadData(current, checkpoint),
          fileRoots: this.#options.fileRoots ?? [],
          accept: (batch) => storeAllEvents({ key, trigger, store, clock }, batch, signal),
          ready: () => {
            failures = 0;
            const message = 'the source is watched';
            void this.#report(key, trigger, { ready: true, reason: 'Watching', message });
          },
        });
      } catch (thrown) {
        if (signal.aborted) return;
        const { message } = toError(thrown);
        await this.#report(key, trigger, { ready: false, reason: 'SourceFailed', message });
        await clock.sleep(backoffDelay(RESTART, failures, random), signal);
        failures += 1;
      }
    }
  }

  /** Never rejects: the status is informative. */
  async #report(
    key: string,
    { metadata }: EventTrigger,
    state: { readonly ready: boolean; readonly reason: string; readonly message: string },
  ): Promise<void> {
    const { clock, logger } = this.#context;
    try {
      await this.#store.update(key, metadata.uid ?? '', (status, { metadata: { generation } }) =>
        withReady(status, { ...state, generation, now: new Date(clock.now()).toISOString() }),
      );
    } catch (thrown) {
      logger.debug('the condition of a trigger could not be stored', { key, error: toError(thrown) });
    }
  }
}

function findProblem({ spec }: EventTrigger): string | undefined {
  const { type, target } = spec;
  if ((target.function === undefined) === (target.workflow === undefined)) return triggerMessages.targetMissing.message;
  // A webhook has defaults for everything.
  return type !== 'webhook' && spec[type] === undefined ? triggerMessages.sourceMissing({ type }).message : undefined;
}

interface ReadyState {
  readonly ready: boolean;
  readonly reason: string;
  readonly message: string;
  readonly generation: number | undefined;
  readonly now: string;
}

function withReady(status: TriggerStatus, { ready, reason, message, generation, now }: ReadyState): TriggerStatus {
  const value = ready ? 'True' : 'False';
  const before = status.conditions?.find(({ type }) => type === 'Ready');
  const lastTransitionTime = before?.status === value ? before.lastTransitionTime : now;
  const condition = {
    type: 'Ready',
    status: value,
    reason,
    message,
    lastTransitionTime,
    observedGeneration: generation,
  } as const;
  return { ...status, observedGeneration: generation, conditions: [condition] };
}
