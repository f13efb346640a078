import { toError } from '@kubemin/base';
import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  enqueueChangedObjects,
  enqueueMappedKeys,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import { type Change, type Informer, objectKey } from '@kubemin/kube';
import { deepEqual, isStatusError, labelSelectorFromObject } from '@kubemin/kubeapi';
import { apps, core, policy } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '@kubemin/kubeapi/types/policy.v1';
import { isReady, isTerminating, NamespaceIndex } from '../../pod-owner/index.ts';
import { ScaleTargets } from '../scale/scale-target.ts';
import { budgetStatus, failedStatus, needsScale } from './budget-status.ts';
import { type Expected, ExpectedPods, type OwnerCaches, type Scaled } from './expected-pods.ts';

/** Counts what each disruption budget still allows, which evictions then spend. */
export const disruptionController: ControllerModule = {
  name: 'disruption-controller',
  setup(context): Controller {
    const { informers } = context;
    const budgets = informers.informer(policy.v1.poddisruptionbudgets);
    const pods = informers.informer(core.v1.pods);
    const owners: OwnerCaches = {
      Deployment: informers.informer(apps.v1.deployments),
      ReplicaSet: informers.informer(apps.v1.replicasets),
      StatefulSet: informers.informer(apps.v1.statefulsets),
    };
    const beside = new NamespaceIndex(budgets);
    const expected = new ExpectedPods(owners, new ScaleTargets(context.client));
    const reconciler = new BudgetReconciler({ context, budgets, pods: new NamespaceIndex(pods), expected });
    const rescaled = ({ object, old }: Change<Scaled>): readonly string[] =>
      object.spec?.replicas === old?.spec?.replicas && object.metadata.uid === old?.metadata.uid
        ? []
        : beside.in(object.metadata.namespace).filter(needsScale).map(objectKey);
    const sources = [
      enqueueChangedObjects(budgets),
      enqueueMappedKeys(pods, (change) => (isSameForBudgets(change) ? [] : matchingBudgetKeys(change, beside))),
      ...Object.values(owners).map((informer) => enqueueMappedKeys(informer, rescaled)),
    ];
    return createReconcilerController({ context, reconciler, sources });
  },
};

interface BudgetReconcilerOptions {
  readonly context: ControllerContext;
  readonly budgets: Informer<PodDisruptionBudget>;
  readonly pods: NamespaceIndex<Pod>;
  readonly expected: ExpectedPods;
}

class BudgetReconciler implements Reconciler {
  readonly #options: BudgetReconcilerOptions;

  constructor(options: BudgetReconcilerOptions) {
    this.#options = options;
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const { context, budgets } = this.#options;
    const budget = budgets.get(key);
    if (budget === undefined || budget.metadata.deletionTimestamp !== undefined) return undefined;
    const pods = this.#selectedPods(budget);
    const now = context.clock.now();
    try {
      const { scale } = await this.#expected(budget, pods);
      const verdict = budgetStatus({ budget, pods, scale, now });
      for (const pod of verdict.overdue) this.#recordOverdue(budget, pod);
      await this.#write(budget, verdict.status);
      return verdict.wakeAfterMs === undefined ? undefined : { requeueAfterMs: verdict.wakeAfterMs };
    } catch (thrown) {
      // Another eviction used the budget meanwhile, or it is gone: there is a newer state to read.
      if (isStatusError(thrown, 'Conflict') || isStatusError(thrown, 'NotFound')) throw thrown;
      const { message } = toError(thrown);
      context.events.record(budget, {
        type: 'Warning',
        reason: 'CalculateExpectedPodCountFailed',
        message: `Failed to calculate the number of expected pods: ${message}`,
      });
      await this.#write(budget, failedStatus(budget, message, now));
      throw thrown;
    }
  }

  #selectedPods({ metadata, spec }: PodDisruptionBudget): readonly Pod[] {
    const selector = labelSelectorFromObject(spec?.selector);
    return this.#options.pods.in(metadata.namespace).filter((pod) => selector.matches(pod.metadata.labels));
  }

  async #expected(budget: PodDisruptionBudget, pods: readonly Pod[]): Promise<Expected> {
    const { context, expected } = this.#options;
    if (pods.length === 0) {
      context.events.record(budget, { type: 'Normal', reason: 'NoPods', message: 'No matching pods found' });
    }
    if (!needsScale(budget)) return { scale: pods.length, unmanaged: [] };
    const found = await expected.count(pods);
    if (found.unmanaged.length > 0) {
      const message =
        'Some of the selected pods have no controller, so how many there should be is not known; set .spec.minAvailable to an integer to count them';
      context.events.record(budget, { type: 'Warning', reason: 'UnmanagedPods', message });
    }
    return found;
  }

  #recordOverdue({ metadata }: PodDisruptionBudget, pod: Pod): void {
    const message = `Pod was expected by PDB ${metadata.namespace}/${metadata.name} to be deleted but it wasn't`;
    this.#options.context.events.record(pod, { type: 'Warning', reason: 'NotDeleted', message });
  }

  /** With the version it was worked out from: an eviction that spends meanwhile must not be forgotten. */
  async #write(budget: PodDisruptionBudget, status: PodDisruptionBudgetStatus): Promise<void> {
    if (deepEqual(budget.status, status)) return;
    const { namespace } = budget.metadata;
    const budgets = this.#options.context.client.resource(policy.v1.poddisruptionbudgets, namespace);
    await budgets.update({ ...budget, status }, { subresource: 'status' });
  }
}

/** Most changes of a pod change nothing that a budget counts. */
function isSameForBudgets({ type, object, old }: Change<Pod>): boolean {
  if (type !== 'updated') return false;
  return (
    isReady(object) === isReady(old) &&
    isTerminating(object) === isTerminating(old) &&
    deepEqual(object.metadata.labels, old.metadata.labels) &&
    deepEqual(object.metadata.ownerReferences, old.metadata.ownerReferences)
  );
}

function matchingBudgetKeys(
  { object, old }: Change<Pod>,
  budgets: NamespaceIndex<PodDisruptionBudget>,
): readonly string[] {
  return budgets
    .in(object.metadata.namespace)
    .filter(({ spec }) => {
      const selector = labelSelectorFromObject(spec?.selector);
      return selector.matches(object.metadata.labels) || (old !== undefined && selector.matches(old.metadata.labels));
    })
    .map(objectKey);
}
