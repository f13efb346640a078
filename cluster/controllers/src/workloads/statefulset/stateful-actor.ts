import { RetryableError, toError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { type ControllerContext, isControlledBy } from '@kubemin/controller';
import { type Informer, objectKey } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { ControllerRevision, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { PersistentVolumeClaim, Pod } from '@kubemin/kubeapi/types/core.v1';
import { revisionTemplate, slowStart } from '../../pod-owner/index.ts';
import { claimOwners, planRetention } from './claim-retention.ts';
import { planStatefulSet, type StatefulState } from './stateful-plan.ts';
import { type PodIdentity, startingOrdinals, statefulClaims, statefulPod } from './stateful-pod.ts';

const CLAIM_LEAVING = 'CLAIM_LEAVING';

/** Carries the plans of StatefulSets out. */
export class StatefulActor {
  readonly #context: ControllerContext;
  readonly #claims: Informer<PersistentVolumeClaim>;

  constructor(context: ControllerContext, claims: Informer<PersistentVolumeClaim>) {
    this.#context = context;
    this.#claims = claims;
  }

  /** Does as much as can be done now; returns the first action that could not. */
  async act(state: StatefulState, revisions: readonly ControllerRevision[]): Promise<Error | undefined> {
    const { set, pods } = state;
    const plan = planStatefulSet(state);
    try {
      // Before any pod is deleted: the owner of its claims must be set by then.
      await this.#settleClaims(set, pods);
    } catch (error) {
      return toError(error);
    }
    const done = await Promise.allSettled([
      ...startingOrdinals(set, pods).map((ordinal) => this.#replaceClaims(set, ordinal)),
      ...plan.flatMap((action) => (action.kind === 'remove' ? [this.#remove(set, action.pod)] : [])),
    ]);
    const identities = plan.flatMap((action): PodIdentity[] => {
      if (action.kind === 'remove') return [];
      const stored = revisions.find(({ metadata }) => metadata.name === action.revision);
      return [{ ordinal: action.ordinal, revision: action.revision, template: revisionTemplate(stored, set) }];
    });
    const failed = done.find((result) => result.status === 'rejected')?.reason;
    const error = (await this.#createAll(set, identities)) ?? failed;
    return error === undefined ? undefined : toError(error);
  }

  /** A failure of one pod does not stop the others; a cause that is common to all is not tried for each. */
  async #createAll(set: StatefulSet, identities: readonly PodIdentity[]): Promise<unknown> {
    let single: unknown;
    const { error } = await slowStart(identities.length, async (index) => {
      const identity = identities[index];
      if (identity === undefined) return;
      try {
        await this.#create(set, identity);
      } catch (thrown) {
        if (!concernsOnePod(thrown)) throw thrown;
        single ??= thrown;
      }
    });
    return error ?? single;
  }

  async #create(set: StatefulSet, identity: PodIdentity): Promise<void> {
    for (const claim of statefulClaims(set, identity.ordinal)) await this.#ensureClaim(set, claim, identity.ordinal);
    const { client, events } = this.#context;
    const pod = statefulPod(set, identity);
    const what = `Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`;
    try {
      await client.resource(core.v1.pods, set.metadata.namespace).create(pod);
      const message = `create ${what} successful`;
      events.record(set, { type: 'Normal', reason: 'SuccessfulCreate', message });
    } catch (error) {
      // The cache is behind: the pod's own event will come.
      if (isStatusError(error, 'AlreadyExists') && (await this.#isOurs(set, pod))) return;
      const message = `create ${what} failed error: ${toError(error).message}`;
      events.record(set, { type: 'Warning', reason: 'FailedCreate', message });
      throw error;
    }
  }

  async #isOurs(set: StatefulSet, { metadata }: Pod): Promise<boolean> {
    const pods = this.#context.client.resource(core.v1.pods, set.metadata.namespace);
    const live = await pods.find(metadata.name ?? '');
    return live !== undefined && isControlledBy(live, set);
  }

  async #remove(set: StatefulSet, pod: Pod): Promise<void> {
    const { client, events } = this.#context;
    const { name = '', uid } = pod.metadata;
    const what = `Pod ${name} in StatefulSet ${set.metadata.name}`;
    try {
      await client.resource(core.v1.pods, set.metadata.namespace).delete(name, { preconditions: { uid } });
      const message = `delete ${what} successful`;
      events.record(set, { type: 'Normal', reason: 'SuccessfulDelete', message });
    } catch (error) {
      if (isStatusError(error, 'NotFound')) return;
      const message = `delete ${what} failed error: ${toError(error).message}`;
      events.record(set, { type: 'Warning', reason: 'FailedDelete', message });
      throw error;
    }
  }

  async #settleClaims(set: StatefulSet, pods: readonly Pod[]): Promise<void> {
    const { namespace } = set.metadata;
    const claims = this.#context.client.resource(core.v1.persistentvolumeclaims, namespace);
    const find = (name: string) => this.#claims.get(`${namespace}/${name}`);
    for (const { claim, ownerReferences } of planRetention(set, pods, find)) {
      await claims.update({ ...claim, metadata: { ...claim.metadata, ownerReferences } });
    }
  }

  /** For a pod that is there and waits: its claims may have gone before it got a node. */
  async #replaceClaims(set: StatefulSet, ordinal: number): Promise<void> {
    for (const claim of statefulClaims(set, ordinal)) {
      if (this.#claims.get(objectKey(claim)) === undefined) await this.#ensureClaim(set, claim, ordinal);
    }
  }

  async #ensureClaim(set: StatefulSet, claim: PersistentVolumeClaim, ordinal: number): Promise<void> {
    const known = this.#claims.get(objectKey(claim));
    if (known?.metadata.deletionTimestamp !== undefined) throw claimLeaving(claim);
    if (known !== undefined) return;
    const { client, events } = this.#context;
    try {
      const owned = { ...claim, metadata: { ...claim.metadata, ownerReferences: claimOwners(set) } };
      await client.resource(core.v1.persistentvolumeclaims, set.metadata.namespace).create(owned);
      const { name } = set.metadata;
      const message = `create Claim ${claim.metadata.name} Pod ${name}-${ordinal} in StatefulSet ${name} success`;
      events.record(set, { type: 'Normal', reason: 'SuccessfulCreate', message });
    } catch (error) {
      if (!isStatusError(error, 'AlreadyExists')) throw error;
    }
  }
}

/** A pod on it would lose its data at once; when it is gone, a new one is made. */
function claimLeaving({ metadata }: PersistentVolumeClaim): RetryableError {
  const message = `claim ${metadata.name} is being deleted; its pod waits until it is gone`;
  return new RetryableError(verbatim(message), { code: CLAIM_LEAVING });
}

function concernsOnePod(error: unknown): boolean {
  return isStatusError(error, 'AlreadyExists') || (error instanceof RetryableError && error.code === CLAIM_LEAVING);
}
