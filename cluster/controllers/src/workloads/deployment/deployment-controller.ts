import { toError } from '@kubemin/base';
import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  coalesceEnqueues,
  createReconcilerController,
  enqueueChangedObjects,
  enqueueMappedKeys,
  enqueueOwners,
  findControllerReference,
  isControlledBy,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { isStatusError, labelSelectorFromObject } from '@kubemin/kubeapi';
import { apps, core } from '@kubemin/kubeapi/resources';
import type { Deployment, ReplicaSet } from '@kubemin/kubeapi/types/apps.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import {
  Adoption,
  ChildIndex,
  FirstStatus,
  isFinished,
  isStatusChange,
  isTerminating,
  orphanOwners,
  withCondition,
  writeAnnotatedStatus,
  writeStatus,
} from '../../pod-owner/index.ts';
import { createErrorCondition, nextDeadlineMs } from './deployment-condition.ts';
import { deploymentStatus } from './deployment-status.ts';
import { newReplicaSet } from './new-replica-set.ts';
import { replicaSetShare } from './replica-set-share.ts';
import { ReplicaSetWriter } from './replica-set-writer.ts';
import { REVISION, type Revisions, sortRevisions, surplusRevisions } from './revision.ts';
import { rolloutLimits } from './rollout-limits.ts';
import { initialReplicas, mayCreateCurrent, planRollout, type RolloutState } from './rollout-plan.ts';

/** How long the numbers in a Deployment's status may be behind those of its ReplicaSets. */
const STATUS_PERIOD_MS = 100;

/** How long the first status of a new Deployment may be delayed; longer than that of its first ReplicaSet. */
const FIRST_STATUS_MS = 300;

const DEPLOYMENT = { apiVersion: 'apps/v1', kind: 'Deployment' } as const;

/** Rolls the template of each Deployment out over ReplicaSets. */
export const deploymentController: ControllerModule = {
  name: 'deployment-controller',
  setup(context): Controller {
    const deployments = context.informers.informer(apps.v1.deployments);
    const sets = context.informers.informer(apps.v1.replicasets);
    const pods = context.informers.informer(core.v1.pods);
    const reconciler = new DeploymentReconciler(context, deployments, sets, pods);
    const sources = [
      enqueueChangedObjects(deployments),
      enqueueOwners(sets, DEPLOYMENT, (change) => !isStatusChange(change)),
      coalesceEnqueues(enqueueOwners(sets, DEPLOYMENT, isStatusChange), {
        clock: context.clock,
        periodMs: STATUS_PERIOD_MS,
      }),
      enqueueMappedKeys(
        sets,
        orphanOwners(deployments, (deployment) => deployment.spec?.selector),
      ),
      // Recreate waits for the last old pod, which no ReplicaSet counts any more.
      enqueueMappedKeys(pods, (change) => (change.type === 'deleted' ? deploymentKeys(change.object, sets) : [])),
    ];
    return createReconcilerController({ context, reconciler, sources });
  },
};

class DeploymentReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #deployments: Informer<Deployment>;
  readonly #sets: ChildIndex<ReplicaSet>;
  readonly #pods: ChildIndex<Pod>;
  readonly #adoption: Adoption<Deployment, ReplicaSet>;
  readonly #writer: ReplicaSetWriter;
  readonly #firstStatus: FirstStatus;

  constructor(
    context: ControllerContext,
    deployments: Informer<Deployment>,
    sets: Informer<ReplicaSet>,
    pods: Informer<Pod>,
  ) {
    this.#context = context;
    this.#deployments = deployments;
    this.#sets = new ChildIndex(sets);
    this.#pods = new ChildIndex(pods);
    this.#adoption = new Adoption({
      client: context.client,
      ownerType: apps.v1.deployments,
      childType: apps.v1.replicasets,
    });
    this.#writer = new ReplicaSetWriter(context);
    this.#firstStatus = new FirstStatus({ clock: context.clock, periodMs: FIRST_STATUS_MS });
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const deployment = this.#deployments.get(key);
    if (deployment?.spec === undefined) return undefined;
    if (selectsAll(deployment)) {
      const message = 'This deployment is selecting all pods. A non-empty selector is required.';
      this.#context.events.record(deployment, { type: 'Warning', reason: 'SelectingAll', message });
      return undefined;
    }
    const selector = labelSelectorFromObject(deployment.spec.selector);
    const sets = await this.#adoption.settle(deployment, selector, this.#sets.candidates(deployment));
    const revisions = sortRevisions(deployment, sets);
    if (deployment.metadata.deletionTimestamp !== undefined) {
      await this.#report(deployment, revisions);
      return undefined;
    }
    const created = await this.#rollOut(deployment, revisions);
    return this.#report(deployment, created === undefined ? revisions : { ...revisions, current: created }, created);
  }

  /** One step of the rollout; returns the ReplicaSet if that step was to create it. */
  async #rollOut(deployment: Deployment, revisions: Revisions): Promise<ReplicaSet | undefined> {
    const state = this.#state(deployment, revisions);
    const { current, old, revision } = revisions;
    if (current === undefined && mayCreateCurrent(state)) {
      const { maxSurge } = state.limits;
      const set = newReplicaSet(deployment, { replicas: initialReplicas(state), revision, maxSurge });
      return this.#create(deployment, set);
    }
    const sets = current === undefined ? old : [...old, current];
    for (const { name, replicas } of planRollout(state)) {
      const set = sets.find(({ metadata }) => metadata.name === name);
      if (set !== undefined) await this.#writer.resize({ deployment, set, replicas, maxSurge: state.limits.maxSurge });
    }
    if (current !== undefined && !state.paused) await this.#writer.mark({ deployment, set: current, revision });
    await this.#prune(deployment, revisions);
    return undefined;
  }

  async #prune(deployment: Deployment, revisions: Revisions): Promise<void> {
    for (const set of surplusRevisions(deployment, revisions)) {
      // Recreate waits for the last old pod, and finds it by its ReplicaSet; the pod's end brings the Deployment back.
      if (this.#unfinished(set).length === 0) await this.#writer.remove(set);
    }
  }

  #unfinished(set: ReplicaSet): readonly Pod[] {
    return this.#pods.children(set).filter((pod) => !isFinished(pod));
  }

  #state(deployment: Deployment, { current, old }: Revisions): RolloutState {
    // The pods in the status of a ReplicaSet exist, also where the cache of pods does not have them yet.
    const podCount = (set: ReplicaSet): number => Math.max(set.status?.replicas ?? 0, this.#unfinished(set).length);
    const oldPods = old.reduce((sum, set) => sum + podCount(set), 0);
    const share = (set: ReplicaSet) =>
      replicaSetShare(set, this.#unfinished(set).filter((pod) => !isTerminating(pod)).length);
    return {
      strategy: deployment.spec?.strategy?.type === 'Recreate' ? 'Recreate' : 'RollingUpdate',
      replicas: deployment.spec?.replicas ?? 1,
      limits: rolloutLimits(deployment),
      paused: deployment.spec?.paused === true,
      current: current && share(current),
      old: old.map(share),
      oldPods,
    };
  }

  async #create(deployment: Deployment, set: ReplicaSet): Promise<ReplicaSet | undefined> {
    const { client, events } = this.#context;
    const sets = client.resource(apps.v1.replicasets, deployment.metadata.namespace);
    try {
      const created = await sets.create(set);
      const replicas = set.spec?.replicas ?? 0;
      const message = `Scaled up replica set ${set.metadata.name} from 0 to ${replicas}`;
      // One without room for a surge begins empty; the event is recorded when it grows.
      if (replicas > 0) events.record(deployment, { type: 'Normal', reason: 'ScalingReplicaSet', message });
      return created;
    } catch (error) {
      if (!isStatusError(error, 'AlreadyExists')) {
        await this.#reportCreateError(deployment, toError(error));
        throw error;
      }
      const known = await sets.find(set.metadata.name ?? '');
      const ours = known !== undefined && isControlledBy(known, deployment);
      // Ours with this template: the cache is behind, its event will come. Otherwise the name is taken: take the next.
      if (ours && sortRevisions(deployment, [known]).current !== undefined) return undefined;
      const collisionCount = (deployment.status?.collisionCount ?? 0) + 1;
      await writeStatus(client, apps.v1.deployments, deployment, { collisionCount });
      throw error;
    }
  }

  /** Nothing else would report why a rollout does not even begin. */
  async #reportCreateError(deployment: Deployment, error: Error): Promise<void> {
    const { client, clock, events } = this.#context;
    const { message } = error;
    events.record(deployment, { type: 'Warning', reason: 'ReplicaSetCreateError', message });
    const condition = createErrorCondition(deployment, message, clock.now());
    const conditions = withCondition(deployment.status?.conditions, condition);
    await writeStatus(client, apps.v1.deployments, deployment, {
      conditions,
      observedGeneration: deployment.metadata.generation ?? 0,
    });
  }

  async #report(
    deployment: Deployment,
    { current, old, revision }: Revisions,
    created?: ReplicaSet,
  ): Promise<ReconcileResult | undefined> {
    const { client, clock } = this.#context;
    const isUntold = this.#firstStatus.isDelayed(deployment);
    const kept = isOnlyCreation(deployment, { current, old }) ? this.#firstStatus.waitMs(deployment) : undefined;
    if (kept !== undefined) return { requeueAfterMs: kept };
    // Where `kubectl rollout history` looks for it.
    const annotations: Record<string, string> = current === undefined ? {} : { [REVISION]: String(revision) };
    const now = clock.now();
    const status = deploymentStatus({ deployment, current, old, now, created: created !== undefined, isUntold });
    await writeAnnotatedStatus(client, apps.v1.deployments, deployment, { status, annotations });
    const wait = nextDeadlineMs(deployment, status, now);
    return wait === undefined ? undefined : { requeueAfterMs: wait };
  }
}

/** Whether the only news is that a ReplicaSet was created, whose own status follows soon. */
function isOnlyCreation({ metadata }: Deployment, { current, old }: Pick<Revisions, 'current' | 'old'>): boolean {
  if (current === undefined || old.length > 0 || metadata.deletionTimestamp !== undefined) return false;
  return current.status?.observedGeneration === undefined;
}

/** Every pod of the namespace would be its own. */
function selectsAll({ spec }: Deployment): boolean {
  const { matchLabels = {}, matchExpressions = [] } = spec?.selector ?? {};
  return Object.keys(matchLabels).length + matchExpressions.length === 0;
}

function deploymentKeys(pod: Pod, sets: Informer<ReplicaSet>): readonly string[] {
  const owner = findControllerReference(pod);
  const { namespace } = pod.metadata;
  const set = owner?.kind === 'ReplicaSet' ? sets.get(`${namespace}/${owner.name}`) : undefined;
  const deployment = set && findControllerReference(set);
  return deployment?.kind === 'Deployment' ? [`${namespace}/${deployment.name}`] : [];
}
