import type { RecordedEvent } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { annotationProblems } from './annotation-problems.ts';

/** Tells of annotations that nobody can read, once for as long as they stay the same. */
export class AnnotationNotices {
  /** By uid. Only pods that there is something to say about are remembered. */
  readonly #told = new Map<string, string>();

  constructor(pods: Informer<Pod>) {
    pods.onChange(({ type, object }) => {
      if (type === 'deleted') this.#told.delete(object.metadata.uid ?? '');
    });
  }

  /** What has not been told of the pod yet. */
  newsOf(pod: Pod): readonly RecordedEvent[] {
    const { uid = '' } = pod.metadata;
    const message = annotationProblems(pod).join('; ');
    if (message === (this.#told.get(uid) ?? '')) return [];
    this.#told.set(uid, message);
    return message === '' ? [] : [{ type: 'Warning', reason: 'InvalidSimulation', message }];
  }
}
