import type { ControllerContext, Reconciler } from '@kubemin/controller';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { PersistentVolume } from '@kubemin/kubeapi/types/core.v1';
import { writeStatus } from '../pod-owner/index.ts';
import type { StorageCaches } from './claim-reconciler.ts';
import { PROVISIONED_BY, VOLUME_PROTECTION, type VolumeProvisioners } from './volume-provisioner.ts';

/** Sets the phase of each volume: available, bound or released; deletes those that were provisioned for a deleted claim. */
export class VolumeReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #caches: StorageCaches;
  readonly #provisioners: VolumeProvisioners;

  constructor(context: ControllerContext, caches: StorageCaches, provisioners: VolumeProvisioners) {
    this.#context = context;
    this.#caches = caches;
    this.#provisioners = provisioners;
  }

  async reconcile(key: string): Promise<undefined> {
    const volume = this.#caches.volumes.get(key);
    if (volume === undefined) return;
    const phase = await this.#phase(volume);
    if (volume.metadata.deletionTimestamp !== undefined) {
      if (phase !== 'Bound') await this.#unprotect(volume);
      return;
    }
    // Put on when a volume is created, as a rule. Its own change brings it back.
    if (!volume.metadata.finalizers?.includes(VOLUME_PROTECTION)) return this.#protect(volume);
    await writeStatus(this.#context.client, core.v1.persistentvolumes, volume, { phase });
    if (phase === 'Released' && this.#isOursToDelete(volume)) await this.#remove(volume);
  }

  async #phase({ spec }: PersistentVolume): Promise<'Available' | 'Bound' | 'Released'> {
    const reference = spec?.claimRef;
    if (!reference?.uid) return 'Available';
    const { namespace = '', name = '', uid } = reference;
    const cached = this.#caches.claims.get(`${namespace}/${name}`);
    if (cached?.metadata.uid === uid) return 'Bound';
    // Read from the API: taking a claim for deleted because a cache is behind would delete its data.
    const live = await this.#context.client.resource(core.v1.persistentvolumeclaims, namespace).find(name);
    return live?.metadata.uid === uid ? 'Bound' : 'Released';
  }

  async #remove({ metadata }: PersistentVolume): Promise<void> {
    try {
      const preconditions = { uid: metadata.uid };
      await this.#context.client.resource(core.v1.persistentvolumes).delete(metadata.name ?? '', { preconditions });
    } catch (error) {
      if (!isStatusError(error, 'NotFound')) throw error;
    }
  }

  async #protect(volume: PersistentVolume): Promise<undefined> {
    const finalizers = [...(volume.metadata.finalizers ?? []), VOLUME_PROTECTION];
    const metadata = { ...volume.metadata, finalizers };
    await this.#context.client.resource(core.v1.persistentvolumes).update({ ...volume, metadata });
  }

  async #unprotect(volume: PersistentVolume): Promise<void> {
    const { finalizers = [] } = volume.metadata;
    if (!finalizers.includes(VOLUME_PROTECTION)) return;
    const metadata = { ...volume.metadata, finalizers: finalizers.filter((one) => one !== VOLUME_PROTECTION) };
    await this.#context.client.resource(core.v1.persistentvolumes).update({ ...volume, metadata });
  }

  #isOursToDelete({ metadata, spec }: PersistentVolume): boolean {
    const isOurs = this.#provisioners.has(metadata.annotations?.[PROVISIONED_BY] ?? '');
    return isOurs && spec?.persistentVolumeReclaimPolicy === 'Delete';
  }
}
