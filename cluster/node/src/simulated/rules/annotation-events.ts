import type { RecordedEvent } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { annotationProblems } from './annotation-problems.ts';

/** Events about annotations that cannot be parsed, once for as long as they stay the same. */
export class AnnotationEvents {
  /** By uid. Only pods with problems are remembered. */
  readonly #reported = new Map<string, string>();

  constructor(pods: Informer<Pod>) {
    pods.onChange(({ type, object }) => {
      if (type === 'deleted') this.#reported.delete(object.metadata.uid ?? '');
    });
  }

  /** The events of the pod that have not been reported yet. */
  newEvents(pod: Pod): readonly RecordedEvent[] {
    const { uid = '' } = pod.metadata;
    const message = annotationProblems(pod).join('; ');
    if (message === (this.#reported.get(uid) ?? '')) return [];
    this.#reported.set(uid, message);
    return message === '' ? [] : [{ type: 'Warning', reason: 'InvalidSimulation', message }];
  }
}
