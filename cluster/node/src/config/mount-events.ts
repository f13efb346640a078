import type { RecordedEvent } from '@kubemin/controller';
import { type Informer, objectKey } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';

/** Events with the reasons why volumes cannot be mounted, which no status has: each reason when it comes up, and once while it stays. */
export class MountEvents {
  readonly #pods: Informer<Pod>;
  /** Messages by uid. Only pods that wait for a volume are remembered. */
  readonly #reported = new Map<string, readonly string[]>();

  constructor(pods: Informer<Pod>) {
    this.#pods = pods;
    pods.onChange(({ type, object }) => {
      if (type === 'deleted') this.#reported.delete(object.metadata.uid ?? '');
    });
  }

  /** The events about the pod's volumes that have not been reported yet. */
  newEvents(pod: Pod, unmounted: readonly RecordedEvent[]): readonly RecordedEvent[] {
    const { uid = '' } = pod.metadata;
    const reported = this.#reported.get(uid) ?? [];
    if (unmounted.length === 0) {
      this.#reported.delete(uid);
      return [];
    }
    // One that has gone meanwhile would be remembered for ever.
    if (this.#pods.get(objectKey(pod))?.metadata.uid !== pod.metadata.uid) return [];
    this.#reported.set(
      uid,
      unmounted.map(({ message }) => message),
    );
    return unmounted.filter(({ message }) => !reported.includes(message));
  }
}
