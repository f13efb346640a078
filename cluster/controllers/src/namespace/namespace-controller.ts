import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  changedObjects,
  createReconcilerController,
  mappedChanges,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { isStatusError, type ResourceType } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Namespace } from '@kubemin/kubeapi/types/core.v1';
import { servedResources } from '../served-resources.ts';

const FINALIZER = 'kubernetes';
/** Contents that go by themselves announce it; this is for what announces nothing (events are not watched). */
const LOOK_AGAIN_MS = 5000;

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
        mappedChanges(context.informers.informer(type), ({ type: change, object }) => {
          const { namespace = '' } = object.metadata;
          return change === 'deleted' && isTerminating(namespace) ? [namespace] : [];
        }),
      );
    const reconciler = new NamespaceReconciler(context, namespaces, contents);
    return createReconcilerController({ context, reconciler, sources: [changedObjects(namespaces), ...emptied] });
  },
};

class NamespaceReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #namespaces: Informer<Namespace>;
  readonly #contents: readonly ResourceType[];

  constructor(context: ControllerContext, namespaces: Informer<Namespace>, contents: readonly ResourceType[]) {
    this.#context = context;
    this.#namespaces = namespaces;
    this.#contents = contents;
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const namespace = this.#namespaces.get(key);
    if (namespace?.metadata.deletionTimestamp === undefined) return undefined;
    if (!namespace.spec?.finalizers?.includes(FINALIZER)) return undefined;
    let left = 0;
    for (const type of this.#contents) left += await this.#empty(type, key);
    if (left > 0) return { requeueAfterMs: LOOK_AGAIN_MS };
    const finalizers = namespace.spec.finalizers.filter((one) => one !== FINALIZER);
    try {
      const resource = this.#context.client.resource(core.v1.namespaces);
      await resource.update({ ...namespace, spec: { finalizers } }, { subresource: 'finalize' });
    } catch (error) {
      if (!isStatusError(error, 'NotFound')) throw error;
    }
    return undefined;
  }

  /** Deletes what is there of one resource; answers how many are left, as the API (not a cache) says. */
  async #empty(type: ResourceType, namespace: string): Promise<number> {
    const resource = this.#context.client.resource(type, namespace);
    const { items } = await resource.list();
    for (const { metadata } of items) {
      if (metadata.deletionTimestamp !== undefined) continue;
      try {
        await resource.delete(metadata.name ?? '', {
          propagationPolicy: 'Background',
          preconditions: { uid: metadata.uid },
        });
      } catch (error) {
        if (!isStatusError(error, 'NotFound') && !isStatusError(error, 'Conflict')) throw error;
      }
    }
    return items.length === 0 ? 0 : (await resource.list({ limit: 1 })).items.length;
  }
}
