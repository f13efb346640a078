import { toError } from '@kubemin/base';
import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  enqueueMappedKeys,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { deepEqual, parseLabelSelector, timestamp } from '@kubemin/kubeapi';
import { autoscaling, core } from '@kubemin/kubeapi/resources';
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerCondition,
  HorizontalPodAutoscalerStatus,
} from '@kubemin/kubeapi/types/autoscaling.v2';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { NamespaceIndex, withCondition, writeStatus } from '../pod-owner/index.ts';
import { type AutoscalerPlan, type PlannedCondition, planAutoscaler } from './autoscaler-plan.ts';
import { AUTOSCALER_TIMES, type AutoscalerTimes } from './autoscaler-times.ts';
import { readPodUsage } from './pod-metrics.ts';
import { type CurrentScale, type ScaleReference, ScaleTargets } from './scale/scale-target.ts';
import { newHistory, type ScaleHistory, withChange } from './scale-history.ts';

/** What the reconciler of autoscalers works with. */
export interface AutoscalerReconcilerOptions {
  readonly context: ControllerContext;
  readonly autoscalers: Informer<HorizontalPodAutoscaler>;
  readonly pods: NamespaceIndex<Pod>;
  readonly targets: ScaleTargets;
  readonly times: AutoscalerTimes;
}

/** So that autoscalers made together do not look together for ever. */
const JITTER = 0.1;

/** Looks at one autoscaler again and again. */
class AutoscalerReconciler implements Reconciler {
  readonly #options: AutoscalerReconcilerOptions;
  readonly #histories = new Map<string, { readonly uid: string | undefined; readonly history: ScaleHistory }>();

  constructor(options: AutoscalerReconcilerOptions) {
    this.#options = options;
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const { context, autoscalers, times } = this.#options;
    const autoscaler = autoscalers.get(key);
    if (autoscaler?.spec === undefined || autoscaler.metadata.deletionTimestamp !== undefined) {
      this.#histories.delete(key);
      return undefined;
    }
    await this.#evaluate(key, autoscaler);
    return { requeueAfterMs: times.syncMs * (1 + JITTER * context.random.next()) };
  }

  async #evaluate(key: string, autoscaler: HorizontalPodAutoscaler): Promise<void> {
    const { context, targets } = this.#options;
    const reference = scaleReference(autoscaler);
    let scale: CurrentScale;
    try {
      scale = await targets.read(reference);
    } catch (thrown) {
      const { message } = toError(thrown);
      const words = `the HPA controller was unable to get the target's current scale: ${message}`;
      context.events.record(autoscaler, { type: 'Warning', reason: 'FailedGetScale', message });
      await this.#write(autoscaler, [condition('AbleToScale', 'False', 'FailedGetScale', words)], {});
      return;
    }
    const found = condition(
      'AbleToScale',
      'True',
      'SucceededGetScale',
      "the HPA controller was able to get the target's current scale",
    );
    const plan = await this.#plan(key, autoscaler, scale);
    const conditions = [found, ...plan.conditions];
    this.#recordFailure(autoscaler, plan);
    const status = { currentReplicas: scale.wanted, desiredReplicas: plan.desired, currentMetrics: plan.metrics };
    if (plan.desired === scale.wanted) {
      this.#storeHistory(key, autoscaler, plan.history);
      await this.#write(autoscaler, conditions, status);
      return;
    }
    const rescaled = await this.#rescale(autoscaler, scale, plan);
    const change = rescaled.status === 'True' ? plan.desired - scale.wanted : 0;
    this.#storeHistory(key, autoscaler, withChange(plan.history, change, context.clock.now()));
    const lastScaleTime = change === 0 ? {} : { lastScaleTime: timestamp(context.clock.now()) };
    const desiredReplicas = change === 0 ? scale.wanted : plan.desired;
    await this.#write(autoscaler, [...conditions, rescaled], { ...status, desiredReplicas, ...lastScaleTime });
  }

  async #plan(key: string, autoscaler: HorizontalPodAutoscaler, scale: CurrentScale): Promise<AutoscalerPlan> {
    const { context, pods, times } = this.#options;
    const now = context.clock.now();
    const known = this.#histories.get(key);
    const isKnown = known !== undefined && known.uid === autoscaler.metadata.uid;
    const history = isKnown ? known.history : newHistory(scale.wanted, now);
    if (scale.selector === '') {
      const message = "the HPA target's scale is missing a selector";
      const conditions = [condition('ScalingActive', 'False', 'InvalidSelector', message)];
      return { desired: scale.wanted, conditions, metrics: [], why: '', history };
    }
    const { namespace = '' } = autoscaler.metadata;
    const selector = parseLabelSelector(scale.selector);
    return planAutoscaler({
      autoscaler,
      current: scale.wanted,
      pods: pods.in(namespace).filter(({ metadata }) => selector.matches(metadata.labels)),
      usage: await this.#usage(namespace, scale.selector),
      times,
      history,
      now,
    });
  }

  async #usage(
    namespace: string,
    selector: string,
  ): Promise<Awaited<ReturnType<typeof readPodUsage>> | { readonly unavailable: string }> {
    try {
      const usage = await readPodUsage(this.#options.context.client, namespace, selector);
      if (usage.size > 0) return usage;
      return { unavailable: 'unable to get metrics for resource: no metrics returned from resource metrics API' };
    } catch (error) {
      return { unavailable: `unable to fetch metrics from resource metrics API: ${toError(error).message}` };
    }
  }

  async #rescale(
    autoscaler: HorizontalPodAutoscaler,
    scale: CurrentScale,
    { desired, why }: AutoscalerPlan,
  ): Promise<PlannedCondition> {
    const { context, targets } = this.#options;
    try {
      await targets.write(scaleReference(autoscaler), scale, desired);
    } catch (thrown) {
      const { message } = toError(thrown);
      const failed = `New size: ${desired}; reason: ${why}; error: ${message}`;
      context.events.record(autoscaler, { type: 'Warning', reason: 'FailedRescale', message: failed });
      const words = `the HPA controller was unable to update the target scale: ${message}`;
      return condition('AbleToScale', 'False', 'FailedUpdateScale', words);
    }
    const message = `New size: ${desired}; reason: ${why}`;
    context.events.record(autoscaler, { type: 'Normal', reason: 'SuccessfulRescale', message });
    const words = `the HPA controller was able to update the target scale to ${desired}`;
    return condition('AbleToScale', 'True', 'SucceededRescale', words);
  }

  #recordFailure(autoscaler: HorizontalPodAutoscaler, { failure }: AutoscalerPlan): void {
    if (failure === undefined) return;
    const { events } = this.#options.context;
    const { reason, message, summary } = failure;
    events.record(autoscaler, { type: 'Warning', reason, message });
    events.record(autoscaler, { type: 'Warning', reason: 'FailedComputeMetricsReplicas', message: summary });
  }

  #storeHistory(key: string, { metadata }: HorizontalPodAutoscaler, history: ScaleHistory): void {
    this.#histories.set(key, { uid: metadata.uid, history });
  }

  async #write(
    autoscaler: HorizontalPodAutoscaler,
    planned: readonly PlannedCondition[],
    status: Partial<HorizontalPodAutoscalerStatus>,
  ): Promise<void> {
    const { client, clock } = this.#options.context;
    const lastTransitionTime = timestamp(clock.now());
    // The last word on a type counts.
    const last = new Map(planned.map((one) => [one.type, one]));
    const conditions = [...last.values()].reduce<readonly HorizontalPodAutoscalerCondition[] | undefined>(
      (all, one) => withCondition(all, { ...one, lastTransitionTime }),
      autoscaler.status?.conditions,
    );
    const { generation } = autoscaler.metadata;
    await writeStatus(client, autoscaling.v2.horizontalpodautoscalers, autoscaler, {
      desiredReplicas: autoscaler.status?.desiredReplicas ?? 0,
      ...status,
      ...(generation !== undefined && { observedGeneration: generation }),
      ...(conditions && { conditions }),
    });
  }
}

function condition(type: string, status: string, reason: string, message: string): PlannedCondition {
  return { type, status, reason, message };
}

function scaleReference({ metadata, spec }: HorizontalPodAutoscaler): ScaleReference {
  const { apiVersion = 'v1', kind = '', name = '' } = spec?.scaleTargetRef ?? {};
  return { apiVersion, kind, name, namespace: metadata.namespace ?? '' };
}

/** Scales whatever has a scale by what its pods use. */
export function autoscalerController(times: AutoscalerTimes = AUTOSCALER_TIMES): ControllerModule {
  return {
    name: 'horizontal-pod-autoscaler',
    setup(context): Controller {
      const autoscalers = context.informers.informer(autoscaling.v2.horizontalpodautoscalers);
      const pods = new NamespaceIndex(context.informers.informer(core.v1.pods));
      const targets = new ScaleTargets(context.client);
      const reconciler = new AutoscalerReconciler({ context, autoscalers, pods, targets, times });
      // Its status is written only here, and what it reads changes with time alone.
      const wishes = enqueueMappedKeys(autoscalers, ({ type, key, object, old }) =>
        type === 'updated' && deepEqual(object.spec, old.spec) ? [] : [key],
      );
      return createReconcilerController({ context, reconciler, sources: [wishes] });
    },
  };
}
