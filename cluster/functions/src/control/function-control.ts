import type { Clock, MetricRegistry, Random } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  type Enqueue,
  enqueueMappedKeys,
} from '@kubemin/controller';
import { apps, core } from '@kubemin/kubeapi/resources';
import { createContentStore } from '../content/index.ts';
import { FunctionRouter } from '../gateway/index.ts';
import { connectDirectly, type DialInstance } from '../instances/index.ts';
import { functions, invocations } from '../resources/index.ts';
import { createRuntimes, type RuntimeSettings } from '../runtimes/index.ts';
import type { ScalingEvent } from '../scaling/index.ts';
import { CodeSource } from './code-source.ts';
import { FunctionPool } from './function-pool.ts';
import { FunctionReconciler } from './function-reconciler.ts';
import { FUNCTION_LABEL, POOL_LABEL, RUNTIME_LABEL } from './instance-pods.ts';
import { KnownPods } from './known-pods.ts';
import { NamespaceObjects } from './namespace-objects.ts';
import { RevisionStore } from './revision-store.ts';

export interface FunctionControlOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly runtimes?: RuntimeSettings | undefined;
  /** How pods are reached. @default directly, as from a pod */
  readonly dial?: DialInstance | undefined;
  /** Pods that wait for code, per namespace and runtime that functions have. @default 0 */
  readonly poolSize?: number | undefined;
  /** Why nothing can run in this cluster: calls fail with it. */
  readonly unavailable?: Message | undefined;
  /** The URL of the gateway, for the status of functions. */
  readonly url?: (() => string | undefined) | undefined;
  /** How long a call waits for an instance. @default 60 s */
  readonly startTimeoutMs?: number | undefined;
  readonly metrics?: MetricRegistry | undefined;
}

/** How often the level of a function is stored while calls arrive. */
const STORE_MS = 10_000;

/**
 * Functions of one cluster: the router that their gateway asks, and the controller that fills it. The router is there before
 * the controller runs and between its terms; calls wait, or are served by the instances there were.
 */
export class FunctionControl {
  readonly router: FunctionRouter;
  readonly module: ControllerModule;
  readonly #options: FunctionControlOptions;
  #term:
    | { readonly reconciler: FunctionReconciler; readonly pool: FunctionPool; readonly enqueue: Enqueue }
    | undefined;

  constructor(options: FunctionControlOptions) {
    const { clock, random, startTimeoutMs } = options;
    this.#options = options;
    this.router = new FunctionRouter({
      ...{ clock, random, ...(startTimeoutMs !== undefined && { startTimeoutMs }) },
      events: {
        onCall: (key, fromWorkflow) => this.#apply(key, { type: 'call', fromWorkflow }),
        onLoad: (key, inFlight) => this.#apply(key, { type: 'load', inFlight }),
        onSuspect: (key, instance) => this.#term?.reconciler.state(key)?.links.suspect(instance),
      },
    });
    this.module = {
      name: 'functions',
      for: functions,
      resources: [invocations],
      setup: (context) => this.#setup(context),
    };
    if (options.metrics !== undefined) this.#observe(options.metrics);
  }

  /** Whether every pool has all of its pods, and all of them listen. */
  isPoolFull(): boolean {
    return this.#term?.pool.isFull() ?? false;
  }

  #apply(key: string, event: ScalingEvent): void {
    const term = this.#term;
    const state = term?.reconciler.state(key);
    // Calls that wait are seen when the next term begins.
    if (term === undefined || state === undefined) return;
    if (state.apply(event, this.#options.clock.monotonic())) {
      term.enqueue(key);
    } else if (event.type === 'call' && !state.isStoreDue) {
      state.isStoreDue = true;
      term.enqueue(key, STORE_MS);
    }
  }

  #setup(context: ControllerContext): Controller {
    const { client, informers, logger } = context;
    const { clock, random, runtimes: settings, dial = connectDirectly, poolSize = 0, unavailable, url } = this.#options;
    const objects = informers.informer(functions);
    const podInformer = informers.informer(core.v1.pods, { labelSelector: RUNTIME_LABEL });
    const revisionInformer = informers.informer(apps.v1.controllerrevisions, { labelSelector: FUNCTION_LABEL });
    const pods = new KnownPods(podInformer);
    const content = createContentStore({ client, clock });
    const namespaceObjects = new NamespaceObjects(client, random);
    const runtimes = createRuntimes(settings);
    const queues: { functions?: Enqueue; pool?: Enqueue } = {};
    const shared = {
      client,
      functions: objects,
      pods,
      objects: namespaceObjects,
      runtimes,
      dial,
      clock,
      random,
      logger,
    };
    const size = unavailable === undefined ? poolSize : 0;
    const pool = new FunctionPool({ ...shared, size, onChange: (key) => queues.pool?.(key) });
    const reconciler = new FunctionReconciler({
      ...{ ...shared, pool, router: this.router, unavailable, url: url ?? (() => undefined) },
      revisions: new RevisionStore(client, revisionInformer, content),
      code: new CodeSource(content),
      enqueue: (key) => queues.functions?.(key),
    });
    const capture = (name: keyof typeof queues) => (enqueue: Enqueue) => {
      queues[name] = enqueue;
      return () => {
        delete queues[name];
      };
    };
    const functionsController = createReconcilerController({
      ...{ context, reconciler, primary: objects },
      sources: [
        capture('functions'),
        enqueueMappedKeys(podInformer, ({ object, old }) =>
          [object, old].flatMap((pod) => {
            const name = pod?.metadata.labels?.[FUNCTION_LABEL];
            return name === undefined ? [] : [`${pod?.metadata.namespace}/${name}`];
          }),
        ),
      ],
    });
    const poolController = createReconcilerController({
      ...{ context, reconciler: pool },
      sources: [
        capture('pool'),
        enqueueMappedKeys(objects, ({ object: { metadata, spec } }) => [`${metadata.namespace}/${spec.runtime}`]),
        enqueueMappedKeys(podInformer, ({ object: { metadata }, old }) =>
          metadata.labels?.[POOL_LABEL] === 'true' || old?.metadata.labels?.[POOL_LABEL] === 'true'
            ? [`${metadata.namespace}/${metadata.labels?.[RUNTIME_LABEL]}`]
            : [],
        ),
      ],
    });
    this.#term = { reconciler, pool, enqueue: (key, afterMs) => queues.functions?.(key, afterMs) };
    return {
      stats: () => functionsController.stats?.() ?? { reconciles: 0, retries: 0, terminalErrors: 0, queueDepth: 0 },
      inFlight: () => functionsController.inFlight?.() ?? [],
      run: async (signal) => {
        await Promise.all([functionsController.run(signal), poolController.run(signal)]);
        reconciler.stop();
        pool.stop();
        if (this.#term?.reconciler === reconciler) this.#term = undefined;
      },
    };
  }

  #observe(registry: MetricRegistry): void {
    const labels = ['namespace', 'function'] as const;
    const states = () =>
      [...this.router.routes()].map(({ namespace, name }) => ({
        labels: { namespace, function: name },
        state: this.#term?.reconciler.state(`${namespace}/${name}`),
      }));
    const observations = (value: (state: NonNullable<ReturnType<typeof states>[number]['state']>) => number) => () =>
      states().flatMap(({ labels: found, state }) =>
        state === undefined ? [] : [{ labels: found, value: value(state) }],
      );
    registry.observe({
      name: 'kubemin_function_instances',
      help: 'Instances that the scaling of a function wants.',
      ...{ labels, type: 'gauge', read: observations(({ scaling }) => scaling.instances) },
    });
    registry.observe({
      name: 'kubemin_function_water_level',
      help: 'The water level of a function at its last change.',
      ...{ labels, type: 'gauge', read: observations(({ scaling }) => scaling.level) },
    });
  }
}
