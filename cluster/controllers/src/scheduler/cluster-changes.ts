import type { ControllerContext } from '@kubemin/controller';
import type { Change } from '@kubemin/kube';
import type { Namespace, Node, PersistentVolume, PersistentVolumeClaim, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ResourceClaim } from '@kubemin/kubeapi/types/resource.v1';
import { isFinished } from '../pod-owner/index.ts';
import type { ClusterEvent } from './cluster-event.ts';
import type { ClusterView } from './cluster-view.ts';
import type { Evictions } from './evictions.ts';
import type { GatedPods } from './gated-pods.ts';
import { isGated, isWaiting, mattersToPlacement } from './placement-facts.ts';
import type { ProfileTable } from './profile-table.ts';
import type { IncomingEvent } from './queue-event.ts';
import type { WaitingPods } from './waiting-pods.ts';

/** Who has to hear of what happens in the cluster. */
export interface ClusterChangesOptions {
  readonly context: ControllerContext;
  readonly profiles: ProfileTable;
  readonly view: ClusterView;
  readonly waiting: WaitingPods;
  readonly gated: GatedPods;
  readonly evictions: Evictions;
}

/** Passes changes of informers to the view of the cluster first, and then to the waiting pods. */
export class ClusterChanges {
  readonly #options: ClusterChangesOptions;

  constructor(options: ClusterChangesOptions) {
    this.#options = options;
  }

  pod(change: Change<Pod>): void {
    const { view, waiting, gated, evictions } = this.#options;
    const { type, key, object: pod, old } = change;
    const event = view.observePod(change);
    if (type === 'deleted' || isFinished(pod)) evictions.forget(pod);
    if (type === 'deleted' || !isWaiting(pod)) {
      gated.release(key);
      waiting.remove(key, pod);
    } else if (isGated(pod)) this.#hold(key, pod);
    else if (old === undefined || isGated(old)) this.#enqueue(key, pod, 'PodAdd');
    else if (mattersToPlacement(old, pod)) this.#enqueue(key, pod, 'PodUpdate');
    this.#wake(event);
  }

  node(change: Change<Node>): void {
    this.#wake(this.#options.view.observeNode(change));
  }

  namespace(change: Change<Namespace>): void {
    this.#wake(this.#options.view.observeNamespace(change));
  }

  claim(change: Change<PersistentVolumeClaim>): void {
    this.#wake(claimEvent(change));
  }

  volume(change: Change<PersistentVolume>): void {
    this.#wake(volumeEvent(change));
  }

  resourceClaim({ key }: Change<ResourceClaim>): void {
    this.#wake({ kind: 'resource-claim', claim: key });
  }

  storageClass(): void {
    this.#wake({ kind: 'storage' });
  }

  #hold(key: string, pod: Pod): void {
    const { profiles, waiting, gated } = this.#options;
    waiting.queue.remove(key);
    if (profiles.of(pod) !== undefined) gated.hold(key, pod);
  }

  #enqueue(key: string, pod: Pod, event: IncomingEvent): void {
    const { context, profiles, waiting, gated } = this.#options;
    gated.release(key);
    if (profiles.of(pod) === undefined) return;
    context.instruments.queue.added();
    waiting.add(pod, event);
  }

  #wake(event: ClusterEvent | undefined): void {
    if (event !== undefined) this.#options.waiting.queue.wake(event);
  }
}

/** What a claim's change means to pods that wait. */
export function claimEvent({ key, type }: Change<PersistentVolumeClaim>): ClusterEvent {
  return { kind: 'storage', claim: key, isNew: type === 'added' };
}

/** The event of a volume's change for waiting pods; a bound volume concerns no other pod. */
export function volumeEvent({ object }: Change<PersistentVolume>): ClusterEvent {
  const owner = object.spec?.claimRef;
  return { kind: 'storage', ...(owner && { claim: `${owner.namespace}/${owner.name}` }) };
}
