import type { ControllerContext } from '@kubemin/controller';
import { isStatusError } from '@kubemin/kubeapi';
import { apps } from '@kubemin/kubeapi/resources';
import type { Deployment, ReplicaSet } from '@kubemin/kubeapi/types/apps.v1';
import { copiedAnnotations } from './new-replica-set.ts';
import { shareAnnotations } from './replica-set-share.ts';
import { REVISION } from './revision.ts';

/** A ReplicaSet and the size its Deployment wants for it. */
export interface Resize {
  readonly deployment: Deployment;
  readonly set: ReplicaSet;
  readonly replicas: number;
  readonly maxSurge: number;
}

/** A ReplicaSet and the revision its template has become. */
export interface Mark {
  readonly deployment: Deployment;
  readonly set: ReplicaSet;
  readonly revision: bigint;
}

/**
 * Changes ReplicaSets on behalf of their Deployment. Sizes are written with the version they were planned from: a plan
 * made from an old cache is refused and made again, instead of breaking the limits of the rollout.
 */
export class ReplicaSetWriter {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  async resize({ deployment, set, replicas, maxSurge }: Resize): Promise<void> {
    const before = set.spec?.replicas ?? 1;
    const annotations = shareAnnotations(deployment.spec?.replicas ?? 1, maxSurge);
    if (before === replicas && hasAnnotations(set, annotations)) return;
    await this.#patch(set, { metadata: { annotations }, spec: { replicas } });
    if (before === replicas) return;
    const direction = replicas > before ? 'up' : 'down';
    const message = `Scaled ${direction} replica set ${set.metadata.name} from ${before} to ${replicas}`;
    this.#context.events.record(deployment, { type: 'Normal', reason: 'ScalingReplicaSet', message });
  }

  /** Gives the ReplicaSet of the current template its revision, and the annotations and readiness time of its Deployment. */
  async mark({ deployment, set, revision }: Mark): Promise<void> {
    const annotations = { ...copiedAnnotations(deployment), [REVISION]: String(revision) };
    const minReadySeconds = deployment.spec?.minReadySeconds ?? 0;
    if (hasAnnotations(set, annotations) && (set.spec?.minReadySeconds ?? 0) === minReadySeconds) return;
    await this.#patch(set, { metadata: { annotations }, spec: { minReadySeconds } }, 'whatever version');
  }

  async remove(set: ReplicaSet): Promise<void> {
    const { name = '', namespace, uid, resourceVersion } = set.metadata;
    try {
      const preconditions = { uid, resourceVersion };
      await this.#context.client.resource(apps.v1.replicasets, namespace).delete(name, { preconditions });
    } catch (error) {
      if (!isStatusError(error, 'NotFound')) throw error;
    }
  }

  async #patch(
    set: ReplicaSet,
    change: { readonly metadata: object; readonly spec: object },
    guard: 'this version' | 'whatever version' = 'this version',
  ): Promise<void> {
    const { name = '', namespace, uid, resourceVersion } = set.metadata;
    const identity = guard === 'this version' ? { uid, resourceVersion } : { uid };
    const body = { ...change, metadata: { ...identity, ...change.metadata } };
    await this.#context.client.resource(apps.v1.replicasets, namespace).patch(name, { type: 'merge', body });
  }
}

function hasAnnotations(set: ReplicaSet, annotations: Readonly<Record<string, string>>): boolean {
  return Object.entries(annotations).every(([key, value]) => set.metadata.annotations?.[key] === value);
}
