import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  enqueueMappedKeys,
  findControllerReference,
  type Reconciler,
} from '@kubemin/controller';
import { type Informer, objectKey } from '@kubemin/kube';
import { batch, core } from '@kubemin/kubeapi/resources';
import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { ChildIndex } from '../../pod-owner/index.ts';
import { isTracked } from './job-pod.ts';
import { releasePod } from './pod-release.ts';

/** Releases pods whose Job is gone: no other controller would remove the finalizer of the Job. */
export const strayJobPodController: ControllerModule = {
  name: 'stray-job-pod-controller',
  setup(context): Controller {
    const jobs = context.informers.informer(batch.v1.jobs);
    const pods = context.informers.informer(core.v1.pods);
    const children = new ChildIndex(pods);
    const reconciler = new StrayPodReconciler(context, jobs, pods);
    const sources = [
      enqueueMappedKeys(pods, ({ type, key, object }) =>
        type !== 'deleted' && isTracked(object) && !hasJob(object, jobs) ? [key] : [],
      ),
      enqueueMappedKeys(jobs, ({ type, object }) =>
        type === 'deleted' ? children.children(object).map(objectKey) : [],
      ),
    ];
    return createReconcilerController({ context, reconciler, sources });
  },
};

class StrayPodReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #jobs: Informer<Job>;
  readonly #pods: Informer<Pod>;

  constructor(context: ControllerContext, jobs: Informer<Job>, pods: Informer<Pod>) {
    this.#context = context;
    this.#jobs = jobs;
    this.#pods = pods;
  }

  async reconcile(key: string): Promise<undefined> {
    const pod = this.#pods.get(key);
    if (pod === undefined || !isTracked(pod) || hasJob(pod, this.#jobs)) return;
    const owner = findControllerReference(pod);
    if (owner?.kind === 'Job') {
      // Read from the API: the cache may not have the Job yet.
      const job = await this.#context.client.resource(batch.v1.jobs, pod.metadata.namespace).find(owner.name);
      if (job?.metadata.uid === owner.uid) return;
    }
    await releasePod(this.#context.client, pod);
  }
}

function hasJob(pod: Pod, jobs: Informer<Job>): boolean {
  const owner = findControllerReference(pod);
  if (owner?.kind !== 'Job') return false;
  return jobs.get(`${pod.metadata.namespace}/${owner.name}`)?.metadata.uid === owner.uid;
}
