import type { RecordedEvent } from '@kubemin/controller';
import { type Informer, objectKey } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';

/** Tells why volumes cannot be mounted, as no status does: each reason when it comes up, and once for as long as it stays. */
export class MountNotices {
  readonly #pods: Informer<Pod>;
  /** Messages by uid. Only pods that wait for a volume are remembered. */
  readonly #told = new Map<string, readonly string[]>();

  constructor(pods: Informer<Pod>) {
    this.#pods = pods;
    pods.onChange(({ type, object }) => {
      if (type === 'deleted') this.#told.delete(object.metadata.uid ?? '');
    });
  }

  /** What has not been told of the pod yet, of all that is to be said of its volumes now. */
  newsOf(pod: Pod, unmounted: readonly RecordedEvent[]): readonly RecordedEvent[] {
    const { uid = '' } = pod.metadata;
    const told = this.#told.get(uid) ?? [];
    if (unmounted.length === 0) {
      this.#told.delete(uid);
      return [];
    }
    // One that has gone meanwhile would be remembered for ever.
    if (this.#pods.get(objectKey(pod))?.metadata.uid !== pod.metadata.uid) return [];
    this.#told.set(
      uid,
      unmounted.map(({ message }) => message),
    );
    return unmounted.filter(({ message }) => !told.includes(message));
  }
}
