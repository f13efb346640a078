import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  coalesceEnqueues,
  createReconcilerController,
  enqueueMappedKeys,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import { type Change, createDiscovery, type Discovery, type Informer } from '@kubemin/kube';
import { deepEqual, isStatusError, type ResourceType, StatusError, timestamp } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Namespace, NamespaceCondition } from '@kubemin/kubeapi/types/core.v1';
import {
  forEachConcurrently,
  foreignResources,
  servedResources,
  withCondition,
  writeStatus,
} from '../../pod-owner/index.ts';
import {
  type Emptying,
  isEmptied,
  type Leftover,
  namespaceConditions,
  type Undiscovered,
} from './namespace-conditions.ts';

const FINALIZER = 'kubernetes';
/** Watched contents trigger a reconcile when they go; this is for others (events are not watched). */
const LOOK_AGAIN_MS = 5000;
/** Each look lists all that is left: of very many that go one after the other, not each is a reason for one. */
const PERIOD_MS = 1000;

/** Empties namespaces that are being deleted, then lets them go. */
export const namespaceController: ControllerModule = {
  name: 'namespace-controller',
  async setup(context): Promise<Controller> {
    const namespaces = context.informers.informer(core.v1.namespaces);
    const contents = (await servedResources(context.client)).filter(({ namespaced }) => namespaced);
    const isTerminating = (name: string | undefined): boolean =>
      namespaces.get(name ?? '')?.metadata.deletionTimestamp !== undefined;
    const emptied = contents
      .filter(({ plural }) => plural !== 'events')
      .map((type) =>
        enqueueMappedKeys(context.informers.informer(type), ({ type: change, object }) => {
          const { namespace = '' } = object.metadata;
          return change === 'deleted' && isTerminating(namespace) ? [namespace] : [];
        }),
      )
      .map((source) => coalesceEnqueues(source, { clock: context.clock, periodMs: PERIOD_MS }));
    const reconciler = new NamespaceReconciler(context, namespaces, contents);
    const ending = enqueueMappedKeys(namespaces, (change) => (affectsDeletion(change) ? [change.key] : []));
    return createReconcilerController({ context, reconciler, sources: [ending, ...emptied] });
  },
};

/** A change of the status is no reason to reconcile again. */
function affectsDeletion({ object, old }: Change<Namespace>): boolean {
  const { deletionTimestamp } = object.metadata;
  if (deletionTimestamp === undefined) return false;
  return deletionTimestamp !== old?.metadata.deletionTimestamp || !deepEqual(object.spec, old.spec);
}

function isPods({ group, plural }: ResourceType): boolean {
  return group === core.v1.pods.group && plural === core.v1.pods.plural;
}

class NamespaceReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #namespaces: Informer<Namespace>;
  readonly #contents: readonly ResourceType[];
  readonly #discovery: Discovery;

  constructor(context: ControllerContext, namespaces: Informer<Namespace>, contents: readonly ResourceType[]) {
    this.#context = context;
    this.#namespaces = namespaces;
    this.#contents = contents;
    this.#discovery = createDiscovery({ handler: context.client.handler });
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const namespace = this.#namespaces.get(key);
    if (namespace?.metadata.deletionTimestamp === undefined) return undefined;
    if (!namespace.spec?.finalizers?.includes(FINALIZER)) return undefined;
    const emptying = await this.#empty(key);
    if (!isEmptied(emptying)) {
      await this.#writeConditions(namespace, emptying);
      return { requeueAfterMs: LOOK_AGAIN_MS };
    }
    const finalizers = namespace.spec.finalizers.filter((one) => one !== FINALIZER);
    try {
      const resource = this.#context.client.resource(core.v1.namespaces);
      await resource.update({ ...namespace, spec: { finalizers } }, { subresource: 'finalize' });
    } catch (error) {
      if (!isStatusError(error, 'NotFound')) throw error;
    }
    return undefined;
  }

  async #writeConditions(namespace: Namespace, emptying: Emptying): Promise<void> {
    const { client, clock } = this.#context;
    const lastTransitionTime = timestamp(clock.now());
    const conditions = namespaceConditions(emptying).reduce<readonly NamespaceCondition[]>(
      (all, one) => withCondition(all, { ...one, lastTransitionTime }),
      namespace.status?.conditions ?? [],
    );
    await writeStatus(client, core.v1.namespaces, namespace, { conditions });
  }

  /**
   * Deletes what is there, and nothing else before the last pod is gone: pods may need it, or be restricted by it. One
   * resource that does not let itself be deleted keeps no other from it.
   */
  async #empty(namespace: string): Promise<Emptying> {
    const leftovers: Leftover[] = [];
    const failures: string[] = [];
    const { foreign, undiscovered } = await this.#discover();
    const types = [...this.#contents, ...foreign];
    for (const type of [...types.filter(isPods), ...types.filter((each) => !isPods(each))]) {
      try {
        const leftover = await this.#deleteAll(type, namespace);
        if (leftover !== undefined) leftovers.push(leftover);
      } catch (error) {
        if (!(error instanceof StatusError)) throw error;
        failures.push(error.message);
      }
      if (isPods(type) && leftovers.length + failures.length > 0) break;
    }
    return { undiscovered, leftovers, failures };
  }

  /** What others serve, as far as it can be learned: what cannot may hold something, and keeps the namespace. */
  async #discover(): Promise<{ readonly foreign: readonly ResourceType[]; readonly undiscovered: Undiscovered }> {
    try {
      const found = await foreignResources(this.#discovery);
      const foreign = found.filter(({ namespaced }) => namespaced);
      return { foreign, undiscovered: { failures: this.#discovery.failures() } };
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      return { foreign: [], undiscovered: { failures: [], unanswered: error.message } };
    }
  }

  /** Deletes the objects of one resource; returns what is left according to the API, not a cache. */
  async #deleteAll(type: ResourceType, namespace: string): Promise<Leftover | undefined> {
    const resource = this.#context.client.resource(type, namespace);
    const { items } = await resource.list();
    const staying = items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const [failure] = await forEachConcurrently(staying, async ({ metadata: { name = '', uid } }) => {
      try {
        await resource.delete(name, { propagationPolicy: 'Background', preconditions: { uid } });
      } catch (error) {
        if (!isStatusError(error, 'NotFound') && !isStatusError(error, 'Conflict')) throw error;
      }
    });
    if (failure !== undefined) throw failure;
    const left = staying.length === 0 ? items : (await resource.list()).items;
    if (left.length === 0) return undefined;
    const finalizers: Record<string, number> = {};
    for (const name of left.flatMap(({ metadata }) => metadata.finalizers ?? [])) {
      finalizers[name] = (finalizers[name] ?? 0) + 1;
    }
    return { resource: `${type.plural}.${type.group}`, count: left.length, finalizers };
  }
}
