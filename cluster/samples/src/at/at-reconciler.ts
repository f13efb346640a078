import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import {
  type ControllerContext,
  type ControllerModule,
  controllerReference,
  createReconcilerController,
  enqueueOwners,
  isControlledBy,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import { type Informer, objectKey } from '@kubemin/kube';
import { deepEqual, isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { type AtPlan, planAt } from './at-plan.ts';
import { type At, type AtStatus, ats } from './at-resource.ts';

/** Starts the pod of each At at its time, and reports its result. */
class AtReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #ats: Informer<At>;
  readonly #pods: Informer<Pod>;

  constructor(context: ControllerContext, objects: Informer<At>, pods: Informer<Pod>) {
    this.#context = context;
    this.#ats = objects;
    this.#pods = pods;
  }

  async reconcile(key: string, signal: AbortSignal): Promise<ReconcileResult | undefined> {
    const at = this.#ats.get(key);
    if (at === undefined || at.metadata.deletionTimestamp !== undefined) return undefined;
    const plan = this.#plan(at);
    if (plan.kind === 'rest') return undefined;
    if (plan.kind === 'start') await this.#start(at, signal);
    await this.#report(at, plan.status, signal);
    return plan.kind === 'wait' ? { requeueAfterMs: plan.ms } : undefined;
  }

  #plan(at: At): AtPlan {
    const { namespace = '', name = '' } = at.metadata;
    const pod = this.#pods.get(objectKey({ metadata: { namespace, name: atPodName(name) } }));
    const own = pod !== undefined && isControlledBy(pod, at) ? pod : undefined;
    return planAt({ at, pod: own, now: this.#context.clock.now() });
  }

  async #start(at: At, signal: AbortSignal): Promise<void> {
    const { client, events, logger } = this.#context;
    const { namespace = '', name = '', uid } = at.metadata;
    // The cache may be stale: a command that has run must not run again because its pod was deleted since.
    const current = await client.resource(ats, namespace).find(name, { signal });
    if (current?.metadata.uid !== uid || current?.status?.phase === 'DONE') return;
    const pods = client.resource(core.v1.pods, namespace);
    try {
      await pods.create(atPod(at), { signal });
      events.record(at, { type: 'Normal', reason: 'Started', message: `Created pod ${atPodName(name)}` });
      logger.info('started a command', { at: `${namespace}/${name}` });
    } catch (error) {
      if (!isStatusError(error, 'AlreadyExists')) throw error;
      const existing = await pods.find(atPodName(name), { signal });
      if (existing === undefined || isControlledBy(existing, at)) return;
      const message = `pod ${atPodName(name)} exists and is not this At's; delete the pod, or give the At another name`;
      events.record(at, { type: 'Warning', reason: 'PodNameTaken', message });
      throw new TerminalError(verbatim(message), { code: 'AT_POD_NAME_TAKEN', cause: error });
    }
  }

  async #report(at: At, status: AtStatus, signal: AbortSignal): Promise<void> {
    if (deepEqual(at.status, status)) return;
    const { client, events } = this.#context;
    // With the version that was read: an At that has changed since is reconciled again first.
    await client.resource(ats, at.metadata.namespace).update({ ...at, status }, { subresource: 'status', signal });
    if (status.phase === 'DONE') {
      events.record(at, { type: 'Normal', reason: 'Done', message: status.message ?? '' });
    }
  }
}

const IMAGE = 'busybox';
/** Annotations that control simulated nodes. */
const SIMULATION = 'kubemin.io/simulate';

/** The name of the pod of an At: deterministic, so that it can only be created once. */
function atPodName(name: string): string {
  return `${name}-pod`;
}

/** The pod that runs an At. */
function atPod(at: At): Pod {
  const { name = '', annotations = {} } = at.metadata;
  const simulation = Object.entries(annotations).filter(([key]) => key.startsWith(SIMULATION));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: atPodName(name),
      ...(at.metadata.namespace !== undefined && { namespace: at.metadata.namespace }),
      labels: { app: name },
      ...(simulation.length > 0 && { annotations: Object.fromEntries(simulation) }),
      ownerReferences: [controllerReference(at)],
    },
    spec: {
      restartPolicy: 'OnFailure',
      // The command is a shell command line.
      containers: [{ name: 'command', image: IMAGE, command: ['sh', '-c', at.spec.command] }],
    },
  };
}

/** The controller of At objects. */
export const atModule: ControllerModule = {
  name: 'at',
  for: ats,
  setup(context) {
    const objects = context.informers.informer(ats);
    const pods = context.informers.informer(core.v1.pods);
    const reconciler = new AtReconciler(context, objects, pods);
    return createReconcilerController({ context, reconciler, primary: objects, sources: [enqueueOwners(pods, ats)] });
  },
};
