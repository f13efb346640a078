import { type ControllerModule, createReconcilerController, enqueueMappedKeys } from '@kubemin/controller';
import type { Informer, KubeClient } from '@kubemin/kube';
import { isStatusError, timestamp } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isFinished, isTerminating } from '../../pod-owner/pod/pod-state.ts';
import { handMadeNode } from '../../test-support/hand-made-node.ts';
import { completionIndex } from '../../workloads/job/completion-index.ts';

const NAME = 'scripted-node';
const SCRIPT = 'crash.test/fail';
const TAINT = { key: 'crash.test/scripted', effect: 'NoSchedule' } as const;
const HOUR_MS = 3_600_000;

/** How the pods of a Job end: the first pod of these indexes fails, or every pod does; all others succeed. */
export interface Script {
  readonly failOnce: readonly number[] | 'always';
}

/** The same Job, with pods that end by the script, at once. */
export function onScriptedNode(job: Job, { failOnce }: Script): Job {
  const { template } = job.spec ?? {};
  const annotations = { [SCRIPT]: failOnce === 'always' ? failOnce : failOnce.join(',') };
  const spec = {
    containers: [],
    ...template?.spec,
    nodeSelector: { [TAINT.key]: '' },
    tolerations: [{ key: TAINT.key, operator: 'Exists' }],
  };
  return {
    ...job,
    spec: { ...job.spec, template: { metadata: { ...template?.metadata, annotations }, spec } },
  };
}

/** Registers the node that the scripted pods run on; it has no agent. */
export async function registerScriptedNode(client: KubeClient): Promise<void> {
  const node = handMadeNode(NAME, { taints: [TAINT] });
  const metadata = { ...node.metadata, labels: { [TAINT.key]: '', 'kubernetes.io/hostname': NAME } };
  await client.resource(core.v1.nodes).create({ ...node, metadata });
}

/** Lets pods end according to their script. */
export function scriptedNode(): ControllerModule {
  return {
    name: NAME,
    setup(context) {
      const pods = context.informers.informer(core.v1.pods);
      const actor = new PodActor(context.client, pods);
      const reconciler = {
        reconcile: async (key: string): Promise<undefined> => {
          await actor.act(key);
          return undefined;
        },
      };
      const here = enqueueMappedKeys(pods, ({ key, object }) => (object.spec?.nodeName === NAME ? [key] : []));
      return createReconcilerController({ context, reconciler, sources: [here], workers: 8 });
    },
  };
}

class PodActor {
  readonly #client: KubeClient;
  readonly #pods: Informer<Pod>;
  /** Indexes that have had the pod that fails, with that pod. */
  readonly #failed = new Map<string, string>();

  constructor(client: KubeClient, pods: Informer<Pod>) {
    this.#client = client;
    this.#pods = pods;
  }

  async act(key: string): Promise<void> {
    const pod = this.#pods.get(key);
    if (pod === undefined) return;
    const { name = '', namespace, uid } = pod.metadata;
    const pods = this.#client.resource(core.v1.pods, namespace);
    try {
      if (isTerminating(pod)) {
        if (pod.metadata.deletionGracePeriodSeconds === 0) return;
        await pods.delete(name, { gracePeriodSeconds: 0, preconditions: { uid } });
      } else if (!isFinished(pod)) {
        const body = { metadata: { uid }, status: ended(pod, this.#fails(pod)) };
        await pods.patch(name, { type: 'strategic', body }, { subresource: 'status' });
      }
    } catch (error) {
      if (!isStatusError(error, 'NotFound') && !isStatusError(error, 'Conflict')) throw error;
    }
  }

  #fails(pod: Pod): boolean {
    const { annotations = {}, namespace, uid = '' } = pod.metadata;
    const script = annotations[SCRIPT] ?? '';
    if (script === 'always') return true;
    const index = String(completionIndex(pod) ?? '');
    if (!script.split(',').includes(index) || index === '') return false;
    const place = `${namespace}/${index}`;
    const first = this.#failed.get(place) ?? uid;
    this.#failed.set(place, first);
    return first === uid;
  }
}

/** A failure is dated one hour back, so that no back-off delays the next attempt. */
function ended({ spec }: Pod, failed: boolean): Pod['status'] {
  const finishedAt = timestamp(Date.now() - (failed ? HOUR_MS : 0));
  const containerStatuses = (spec?.containers ?? []).map(({ name, image = '' }) => ({
    name,
    image,
    imageID: '',
    ready: false,
    restartCount: 0,
    state: { terminated: { exitCode: failed ? 1 : 0, finishedAt } },
  }));
  return { phase: failed ? 'Failed' : 'Succeeded', containerStatuses };
}
