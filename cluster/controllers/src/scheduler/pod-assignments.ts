import type { ControllerContext } from '@kubemin/controller';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Node, PersistentVolume, PersistentVolumeClaim, Pod } from '@kubemin/kubeapi/types/core.v1';
import { SELECTED_NODE, smallestFitting } from '../storage/index.ts';
import type { Attempt, AttemptLog } from './attempt-log.ts';
import { claimNeeds, type WaitingClaim } from './claim-needs.ts';
import type { ClusterView } from './cluster-view.ts';
import type { PodStatusReports } from './pod-status-reports.ts';
import type { PodWrites } from './pod-writes.ts';
import type { QueuedPod } from './queued-pod.ts';
import type { Retries } from './retries.ts';
import type { WaitingPods } from './waiting-pods.ts';

/** What pods are given to nodes with. */
export interface PodAssignmentsOptions {
  readonly context: ControllerContext;
  readonly view: ClusterView;
  readonly waiting: WaitingPods;
  readonly writes: PodWrites;
  readonly notices: PodStatusReports;
  readonly retries: Retries;
  readonly attempts: AttemptLog;
}

/** Gives pods to the nodes that were found for them. */
export class PodAssignments {
  readonly #options: PodAssignmentsOptions;

  constructor(options: PodAssignmentsOptions) {
    this.#options = options;
  }

  /** Volumes come first: only when there are none to wait for is the pod bound. */
  assign(attempt: Attempt, node: string): void {
    const { pod } = attempt;
    const { view, waiting } = this.#options;
    const needs = claimNeeds(pod.demand, view.storage);
    if (needs.kind === 'placed' && needs.waiting.length > 0) {
      this.#awaitVolumes(pod, needs.waiting, node);
      return;
    }
    view.assume(pod.key, pod.demand, node);
    waiting.placed(pod, node);
    this.bind(attempt, node);
  }

  /** Writes the binding of a pod that counts as being on the node already. */
  bind(attempt: Attempt, node: string): void {
    const { context, waiting, writes, notices, retries, attempts } = this.#options;
    const { key, demand } = attempt.pod;
    const outcomes: Readonly<Record<BindingOutcome['kind'], (error: unknown) => void>> = {
      bound: () => notices.reportScheduled(demand.pod, node),
      gone: () => this.#release(key),
      refused: (error) => {
        this.#release(key);
        retries.again(key, error, 'the API server refused a binding');
      },
      unsure: (error) => retries.again(key, error, 'a binding may or may not have been made'),
    };
    writes.begin(key, async () => {
      const outcome = await bind(context, demand.pod, node);
      // Bound, there is nothing left to decide; otherwise the pod is read again from the cache.
      waiting.dismiss(key);
      attempts.ended(attempt, outcome.kind === 'bound' ? 'scheduled' : 'error');
      outcomes[outcome.kind]('error' in outcome ? outcome.error : undefined);
    });
  }

  #release(key: string): void {
    const event = this.#options.view.forget(key);
    if (event !== undefined) this.#options.waiting.queue.wake(event);
  }

  /** Keeps the room until the volumes are there; their claims' changes bring the pod back. */
  #awaitVolumes(pod: QueuedPod, claims: readonly WaitingClaim[], name: string): void {
    const { context, view, waiting, writes } = this.#options;
    const node = view.node(name)?.node;
    waiting.nominate(pod, name);
    waiting.queue.park(pod, new Set(['volumes']));
    if (node === undefined) return;
    writes.begin(pod.key, () => chooseVolumes(context, claims, view.storage.volumes(), node));
  }
}

/** What came of giving a pod to a node. */
type BindingOutcome =
  | { readonly kind: 'bound' }
  | { readonly kind: 'gone' }
  /** Clearly not bound. */
  | { readonly kind: 'refused'; readonly error: unknown }
  /** It may have been bound or not: only the same node again is safe. */
  | { readonly kind: 'unsure'; readonly error: unknown };

/** Binds the pod to its node. */
async function bind({ client }: ControllerContext, pod: Pod, node: string): Promise<BindingOutcome> {
  const { name = '', namespace, uid } = pod.metadata;
  const binding = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name, namespace, uid },
    target: { apiVersion: 'v1', kind: 'Node', name: node },
  };
  try {
    await client.resource(core.v1.pods, namespace).createSubresource(name, 'binding', binding);
    return { kind: 'bound' };
  } catch (error) {
    if (isStatusError(error, 'NotFound')) return { kind: 'gone' };
    return isStatusError(error) && error.httpCode < 500 ? { kind: 'refused', error } : { kind: 'unsure', error };
  }
}

/**
 * Selects the node of a claim's first pod for the volume binder and provisioners: a volume that fits is reserved,
 * otherwise the claim is marked for its provisioner. The pod is bound when the claims are.
 */
async function chooseVolumes(
  { client }: ControllerContext,
  waiting: readonly WaitingClaim[],
  volumes: readonly PersistentVolume[],
  node: Node,
): Promise<void> {
  for (const { claim, storageClass } of waiting) {
    const volume = smallestFitting({ claim, className: storageClass.metadata.name ?? '', volumes, node });
    if (volume !== undefined) await reserve(volume, claim);
    else if (claim.metadata.annotations?.[SELECTED_NODE] === undefined) await select(claim);
  }

  async function reserve({ metadata, spec }: PersistentVolume, claim: PersistentVolumeClaim): Promise<void> {
    if (spec?.claimRef?.uid !== undefined) return;
    const { name, namespace, uid } = claim.metadata;
    const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid };
    const { name: volume = '', resourceVersion } = metadata;
    const body = { metadata: { resourceVersion }, spec: { claimRef } };
    await client.resource(core.v1.persistentvolumes).patch(volume, { type: 'merge', body });
  }

  async function select({ metadata }: PersistentVolumeClaim): Promise<void> {
    const { name = '', namespace, uid, resourceVersion } = metadata;
    const annotations = { [SELECTED_NODE]: node.metadata.name ?? '' };
    const body = { metadata: { uid, resourceVersion, annotations } };
    await client.resource(core.v1.persistentvolumeclaims, namespace).patch(name, { type: 'merge', body });
  }
}
