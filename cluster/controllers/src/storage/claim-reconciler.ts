import type { ControllerContext, Reconciler } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Node, PersistentVolume, PersistentVolumeClaim, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { StorageClass } from '@kubemin/kubeapi/types/storage.v1';
import { writeStatus } from '../pod-owner/index.ts';
import { type ClaimPlan, planClaim } from './claim-plan.ts';
import { holdsClaim, mountedClaimKeys } from './mounted-claims.ts';
import { failureStatus, SELECTED_NODE } from './provisioning-failure.ts';
import { isReservedFor } from './volume-fit.ts';
import type { VolumeProvisioners } from './volume-provisioner.ts';

const BIND_COMPLETED = 'pv.kubernetes.io/bind-completed';
/** Put on when a claim is created, as a rule; where that is not done, at the first look. */
const PROTECTION = 'kubernetes.io/pvc-protection';
const PODS_BY_CLAIM = 'claim';
const VOLUMES_BY_OWNER = 'owner';
/** Of volumes that are nobody's; no claim has such a key. */
const FREE = '';

/** The caches that decisions about storage are made from. */
export interface StorageCaches {
  readonly claims: Informer<PersistentVolumeClaim>;
  readonly volumes: Informer<PersistentVolume>;
  readonly classes: Informer<StorageClass>;
  readonly pods: Informer<Pod>;
  readonly nodes: Informer<Node>;
}

/**
 * Binds claims to volumes. The volume is reserved first, then the claim points to it: killed in between, the next run
 * finds the reservation and goes on.
 */
export class ClaimReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #caches: StorageCaches;
  readonly #provisioners: VolumeProvisioners;

  constructor(context: ControllerContext, caches: StorageCaches, provisioners: VolumeProvisioners) {
    this.#context = context;
    this.#caches = caches;
    this.#provisioners = provisioners;
    caches.pods.addIndex(PODS_BY_CLAIM, mountedClaimKeys);
    caches.volumes.addIndex(VOLUMES_BY_OWNER, ownerIndexValues);
  }

  async reconcile(key: string): Promise<undefined> {
    const { claims, classes, nodes } = this.#caches;
    const claim = claims.get(key);
    if (claim === undefined) return;
    if (claim.metadata.deletionTimestamp !== undefined) return this.#release(key, claim);
    const { client, clock, events } = this.#context;
    // Its own change brings the claim back.
    if (!claim.metadata.finalizers?.includes(PROTECTION)) return this.#protect(claim);
    const plan = planClaim({
      claim,
      volumes: this.#candidates(key, claim),
      classes: classes.list(),
      provisioners: this.#provisioners,
      node: (name) => nodes.get(name),
    });
    switch (plan.kind) {
      case 'bind':
        return this.#bind(claim, plan.volume);
      case 'provision':
        return this.#provision(claim, plan.volume);
      case 'resize':
        return this.#resize(claim, plan.volume, plan.storage);
      case 'reschedule':
        return this.#reschedule(claim, plan.message);
      case 'lost':
        await writeStatus(client, core.v1.persistentvolumeclaims, claim, { phase: 'Lost' });
        events.record(claim, { type: 'Warning', reason: 'ClaimLost', message: plan.message });
        return;
      case 'wait':
        events.record(claim, plan);
        await writeStatus(
          client,
          core.v1.persistentvolumeclaims,
          claim,
          failureStatus(claim, failureOn(claim, plan), clock.now()),
        );
    }
  }

  /** What the claim can have at all: a cluster's volumes are mostly those of other claims, and are not looked at. */
  #candidates(key: string, { spec }: PersistentVolumeClaim): readonly PersistentVolume[] {
    const { volumes } = this.#caches;
    if (!spec?.volumeName) return [key, FREE].flatMap((owner) => volumes.byIndex(VOLUMES_BY_OWNER, owner));
    const named = volumes.get(spec.volumeName);
    return named === undefined ? [] : [named];
  }

  /** The change of the volume triggers the claim again, which then reports its new size. */
  async #resize(claim: PersistentVolumeClaim, volume: PersistentVolume, storage: string): Promise<undefined> {
    const { client, events } = this.#context;
    const spec = { ...volume.spec, capacity: { ...volume.spec?.capacity, storage } };
    await client.resource(core.v1.persistentvolumes).update({ ...volume, spec });
    const message = `Resize volume ${volume.metadata.name} to ${storage} succeeded`;
    events.record(claim, { type: 'Normal', reason: 'VolumeResizeSuccessful', message });
  }

  /** Takes the chosen node off the claim, by which the scheduler knows that it has to choose again. */
  async #reschedule(claim: PersistentVolumeClaim, message: string): Promise<undefined> {
    const { client, events } = this.#context;
    events.record(claim, { type: 'Warning', reason: 'ProvisioningFailed', message });
    const { [SELECTED_NODE]: _, ...annotations } = claim.metadata.annotations ?? {};
    const claims = client.resource(core.v1.persistentvolumeclaims, claim.metadata.namespace);
    await claims.update({ ...claim, metadata: { ...claim.metadata, annotations } });
  }

  async #provision(claim: PersistentVolumeClaim, volume: PersistentVolume): Promise<undefined> {
    const { client, events } = this.#context;
    try {
      await client.resource(core.v1.persistentvolumes).create(volume);
      const message = `Successfully provisioned volume ${volume.metadata.name}`;
      events.record(claim, { type: 'Normal', reason: 'ProvisioningSucceeded', message });
    } catch (error) {
      if (!isStatusError(error, 'AlreadyExists')) throw error;
    }
    // The volume's own event brings this claim back, to be bound.
  }

  async #bind(claim: PersistentVolumeClaim, volume: PersistentVolume): Promise<undefined> {
    const { client, clock, events } = this.#context;
    const { name = '', namespace = '', uid = '' } = claim.metadata;
    if (volume.spec?.claimRef && !isReservedFor(volume, claim)) {
      const message = `volume "${volume.metadata.name}" already bound to a different claim.`;
      events.record(claim, { type: 'Warning', reason: 'FailedBinding', message });
      return;
    }
    if (volume.spec?.claimRef?.uid !== uid) {
      const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid };
      await client.resource(core.v1.persistentvolumes).update({ ...volume, spec: { ...volume.spec, claimRef } });
    }
    const bound = isBoundTo(claim, volume) ? claim : await this.#point(claim, volume);
    const { accessModes = [], capacity = {} } = volume.spec ?? {};
    const status = { phase: 'Bound', accessModes, capacity, ...failureStatus(bound, undefined, clock.now()) };
    await writeStatus(client, core.v1.persistentvolumeclaims, bound, status);
  }

  #point(claim: PersistentVolumeClaim, { metadata, spec }: PersistentVolume): Promise<PersistentVolumeClaim> {
    const storageClassName = claim.spec?.storageClassName ?? spec?.storageClassName ?? '';
    const annotations = { ...claim.metadata.annotations, [BIND_COMPLETED]: 'yes' };
    return this.#context.client.resource(core.v1.persistentvolumeclaims, claim.metadata.namespace).update({
      ...claim,
      metadata: { ...claim.metadata, annotations },
      spec: { ...claim.spec, ...(metadata.name && { volumeName: metadata.name }), storageClassName },
    });
  }

  async #protect(claim: PersistentVolumeClaim): Promise<undefined> {
    const finalizers = [...(claim.metadata.finalizers ?? []), PROTECTION];
    const claims = this.#context.client.resource(core.v1.persistentvolumeclaims, claim.metadata.namespace);
    await claims.update({ ...claim, metadata: { ...claim.metadata, finalizers } });
  }

  /** A claim in use stays until the last pod that uses it is gone. */
  async #release(key: string, claim: PersistentVolumeClaim): Promise<undefined> {
    const { finalizers = [], namespace } = claim.metadata;
    if (!finalizers.includes(PROTECTION)) return;
    if (this.#caches.pods.byIndex(PODS_BY_CLAIM, key).some((pod) => holdsClaim(pod, key))) return;
    // Read from the API: a pod that got its node a moment ago would lose its data.
    const { items } = await this.#context.client.resource(core.v1.pods, namespace).list();
    if (items.some((pod) => holdsClaim(pod, key))) return;
    const left = finalizers.filter((one) => one !== PROTECTION);
    const claims = this.#context.client.resource(core.v1.persistentvolumeclaims, namespace);
    await claims.update({ ...claim, metadata: { ...claim.metadata, finalizers: left } });
  }
}

/** What stands in the way of a volume where a node was chosen; until then, the claim just waits. */
function failureOn({ metadata }: PersistentVolumeClaim, plan: ClaimPlan & { kind: 'wait' }): string | undefined {
  const isChosen = metadata.annotations?.[SELECTED_NODE] !== undefined;
  return isChosen && plan.type === 'Warning' ? plan.message : undefined;
}

function isBoundTo({ metadata, spec }: PersistentVolumeClaim, volume: PersistentVolume): boolean {
  return spec?.volumeName === volume.metadata.name && Boolean(metadata.annotations?.[BIND_COMPLETED]);
}

function ownerIndexValues({ spec }: PersistentVolume): readonly string[] {
  return [spec?.claimRef === undefined ? FREE : `${spec.claimRef.namespace}/${spec.claimRef.name}`];
}
