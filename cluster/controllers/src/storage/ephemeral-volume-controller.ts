import { toError } from '@kubemin/base';
import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  controllerReference,
  createReconcilerController,
  enqueueMappedKeys,
  isControlledBy,
  type Reconciler,
} from '@kubemin/controller';
import { type Informer, objectKey } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { PersistentVolumeClaim, Pod } from '@kubemin/kubeapi/types/core.v1';
import { isActive } from '../pod-owner/index.ts';
import { type EphemeralClaim, ephemeralClaimKeys, ephemeralClaims, notOwner } from './mounted-claims.ts';

const PODS_BY_CLAIM = 'ephemeral claim';

/** Makes the claims that pods describe in their own volumes; they go with the pod. */
export const ephemeralVolumeController: ControllerModule = {
  name: 'ephemeral-volume-controller',
  setup(context): Controller {
    const pods = context.informers.informer(core.v1.pods);
    const claims = context.informers.informer(core.v1.persistentvolumeclaims);
    pods.addIndex(PODS_BY_CLAIM, ephemeralClaimKeys);
    const sources = [
      enqueueMappedKeys(pods, ({ type, key, object }) =>
        type === 'added' && ephemeralClaims(object).length > 0 ? [key] : [],
      ),
      // One that comes may be a stranger's; one that goes leaves the name to the pod.
      enqueueMappedKeys(claims, ({ type, key }) =>
        type === 'updated' ? [] : pods.byIndex(PODS_BY_CLAIM, key).map(objectKey),
      ),
    ];
    return createReconcilerController({ context, reconciler: new EphemeralReconciler(context, pods, claims), sources });
  },
};

class EphemeralReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #pods: Informer<Pod>;
  readonly #claims: Informer<PersistentVolumeClaim>;

  constructor(context: ControllerContext, pods: Informer<Pod>, claims: Informer<PersistentVolumeClaim>) {
    this.#context = context;
    this.#pods = pods;
    this.#claims = claims;
  }

  async reconcile(key: string): Promise<undefined> {
    const pod = this.#pods.get(key);
    if (pod === undefined || !isActive(pod)) return;
    for (const wanted of ephemeralClaims(pod)) await this.#ensure(pod, wanted);
  }

  async #ensure(pod: Pod, { volume, name, template }: EphemeralClaim): Promise<void> {
    const { client, events } = this.#context;
    const { namespace = '' } = pod.metadata;
    const known = this.#claims.get(`${namespace}/${name}`);
    if (known !== undefined) {
      if (isControlledBy(known, pod)) return;
      const message = `ephemeral volume ${volume}: ${notOwner(objectKey(known), pod)}`;
      events.record(pod, { type: 'Warning', reason: 'FailedBinding', message });
      return;
    }
    const { labels, annotations } = template.metadata ?? {};
    const ownerReferences = [controllerReference(pod)];
    try {
      await client.resource(core.v1.persistentvolumeclaims, namespace).create({
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name, namespace, ownerReferences, ...(labels && { labels }), ...(annotations && { annotations }) },
        ...(template.spec && { spec: template.spec }),
      });
    } catch (error) {
      // The cache is behind: the claim's own event brings the pod back.
      if (isStatusError(error, 'AlreadyExists')) return;
      const message = `ephemeral volume ${volume}: create PVC ${name}: ${toError(error).message}`;
      events.record(pod, { type: 'Warning', reason: 'FailedBinding', message });
      throw error;
    }
  }
}
