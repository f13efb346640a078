import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { findControllerReference } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { isStatusError, type KubeObject, type OwnerReference } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { CurrentScale, ScaleTargets } from '../scale/scale-target.ts';

/** An object that asks for a number of replicas. */
export interface Scaled extends KubeObject {
  readonly spec?: { readonly replicas?: number };
}

/** The usual owners of pods, by kind of the group `apps`; others are asked for their scale. */
export type OwnerCaches = Readonly<Record<string, Informer<Scaled>>>;

/** How many pods the owners ask for. */
export interface Expected {
  readonly scale: number;
  /** Pods without a controller that would replace them. */
  readonly unmanaged: readonly Pod[];
}

/** Asks the owners of pods how many pods they want. */
export class ExpectedPods {
  readonly #caches: OwnerCaches;
  readonly #scales: ScaleTargets;

  constructor(caches: OwnerCaches, scales: ScaleTargets) {
    this.#caches = caches;
    this.#scales = scales;
  }

  /** Rejects when an owner is unknown or has no scale: whatever was guessed then might break what the budget protects. */
  async count(pods: readonly Pod[]): Promise<Expected> {
    const asked = new Set<string>();
    // By uid: two replica sets of one deployment, in the middle of a rollout, are one owner whose number counts once.
    const wanted = new Map<string, number>();
    const unmanaged: Pod[] = [];
    for (const pod of pods) {
      const owner = findControllerReference(pod);
      if (owner === undefined) unmanaged.push(pod);
      if (owner === undefined || asked.has(owner.uid)) continue;
      asked.add(owner.uid);
      const { uid, replicas } = await this.#scaledOwner(owner, pod);
      wanted.set(uid, replicas);
    }
    const scale = [...wanted.values()].reduce((sum, replicas) => sum + replicas, 0);
    return { scale, unmanaged };
  }

  async #scaledOwner(owner: OwnerReference, pod: Pod): Promise<{ readonly uid: string; readonly replicas: number }> {
    const { namespace = '', name: podName = '' } = pod.metadata;
    const cached = this.#cached(owner, namespace);
    const above = cached && findControllerReference(cached);
    const top = (above && this.#cached(above, namespace)) ?? cached;
    if (top !== undefined) return { uid: top.metadata.uid ?? '', replicas: top.spec?.replicas ?? 1 };
    const scale = await this.#readScale(owner, namespace);
    if (scale?.uid === owner.uid) return { uid: scale.uid, replicas: scale.wanted };
    throw new TerminalError(verbatim(`found no controllers for pod "${podName}"`), { code: 'POD_OWNER_UNKNOWN' });
  }

  async #readScale({ apiVersion, kind, name }: OwnerReference, namespace: string): Promise<CurrentScale | undefined> {
    try {
      return await this.#scales.read({ apiVersion, kind, name, namespace });
    } catch (error) {
      if (isStatusError(error, 'NotFound')) return undefined;
      throw error;
    }
  }

  #cached(owner: OwnerReference, namespace: string): Scaled | undefined {
    if (!owner.apiVersion.startsWith('apps/')) return undefined;
    const found = this.#caches[owner.kind]?.get(`${namespace}/${owner.name}`);
    return found?.metadata.uid === owner.uid ? found : undefined;
  }
}
