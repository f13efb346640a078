import { createHash } from 'node:crypto';
import { TerminalError } from '@kubemin/base';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { chaosStep, durationMs, quantityValue } from '@kubemin/model';
import { LABEL } from '@kubemin/render';
import type * as z from 'zod';
import { stepMessages } from '../../messages/index.ts';
import { abandonPod, runPod } from '../../sandbox/index.ts';
import type { JobResult, StepContext } from '../../task/index.ts';
import { defineStepType } from '../define-step-type.ts';

type Properties = z.output<typeof chaosStep.declaration.schema>;

/** How much of its memory a pod fills; with all of it, the cluster would end the pod instead of the experiment. */
const FILLED_SHARE = 0.8;
/** So much longer than the experiment its pod may live, whatever becomes of the platform. */
const DEADLINE_SLACK_MS = 60_000;

/**
 * Disturbs components of the application itself. Pods are ended by the cluster's own means; pressure comes from a pod
 * in the sandbox of the namespace, on the node of a pod of the component, which ends by its own command, by its
 * deadline, or with the job.
 */
export const chaos = defineStepType({
  ...chaosStep,
  priority: 20,
  timeoutMs: (settings) => settings.deployTimeoutMs,
  // A second attempt would end more pods than the document states.
  retries: 'never',
  isolation: 'pod',
  run: async (context) => {
    const { properties, components } = context;
    const targets = new Map<string, readonly Pod[]>();
    for (const component of components) targets.set(component, await componentPods(context, component));
    return properties.action === 'pod-kill' ? killPods(context, targets) : applyPressure(context, targets);
  },
  abandon: abandonPod,
});

/** Pods of the application's own component in its namespace; those of others with the same name are not among them. */
async function componentPods(context: StepContext<Properties>, component: string): Promise<readonly Pod[]> {
  const { client, appId, application, signal, job } = context;
  const labelSelector = `${LABEL.appId}=${appId},${LABEL.componentName}=${component}`;
  const { items } = await client.resource(core.v1.pods, application.namespace).list({ labelSelector, signal });
  const running = items.filter(
    ({ metadata, status }) => metadata.deletionTimestamp === undefined && status?.phase === 'Running',
  );
  if (running.length === 0) {
    throw new TerminalError(stepMessages.chaosNothing({ component }), { code: 'NO_PODS' });
  }
  return running.toSorted((left, right) => rank(job.id, left).localeCompare(rank(job.id, right)));
}

/** An order that no one can foresee and that is the same each time for one job. */
function rank(jobId: string, { metadata }: Pod): string {
  return createHash('sha256').update(`${jobId} ${metadata.uid}`).digest('hex');
}

async function killPods(
  context: StepContext<Properties>,
  targets: ReadonlyMap<string, readonly Pod[]>,
): Promise<JobResult> {
  const killed: string[] = [];
  const kept: string[] = [];
  for (const pods of targets.values()) {
    const wanted = wantedCount(context, pods);
    const candidates = context.job.attempt > 1 ? pods.filter((pod) => !isReplacement(context, pod)) : pods;
    let done = 0;
    for (const pod of candidates) {
      if (done >= wanted) break;
      const ended = await endPod(context, pod);
      (ended ? killed : kept).push(pod.metadata.name ?? '');
      if (ended) done += 1;
    }
  }
  if (killed.length === 0 && kept.length > 0) {
    throw new TerminalError(stepMessages.chaosProtected({ pods: kept }), { code: 'DISRUPTION_BUDGET' });
  }
  const message = stepMessages.chaosKilled({ pods: killed });
  return {
    message: kept.length === 0 ? message : stepMessages.chaosKilledSome({ done: message, pods: kept }),
    values: { killed },
  };
}

/** How many pods are still to be ended: an attempt that was interrupted has ended some already. */
function wantedCount(context: StepContext<Properties>, pods: readonly Pod[]): number {
  const { count, percent } = context.properties;
  const asked = percent === undefined ? (count ?? 1) : Math.ceil((pods.length * percent) / 100);
  if (context.job.attempt <= 1) return asked;
  return Math.max(0, asked - pods.filter((pod) => isReplacement(context, pod)).length);
}

/** Whether a pod was created after the job began: in place of one that an earlier attempt ended. */
function isReplacement({ job }: StepContext<Properties>, { metadata }: Pod): boolean {
  return job.startedAt !== undefined && Date.parse(String(metadata.creationTimestamp)) > job.startedAt;
}

/** Whether the pod was ended; a disruption budget may forbid it. */
async function endPod(context: StepContext<Properties>, { metadata }: Pod): Promise<boolean> {
  const { client, application, write, properties } = context;
  const { name = '', uid } = metadata;
  const { namespace } = application;
  const pods = client.resource(core.v1.pods, namespace);
  const preconditions = uid === undefined ? {} : { preconditions: { uid } };
  try {
    if (properties.mode === 'delete') await write((signal) => pods.delete(name, { ...preconditions, signal }));
    else {
      const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
      const body = { ...eviction, deleteOptions: preconditions };
      await write((signal) => pods.createSubresource(name, 'eviction', body, { signal }));
    }
    return true;
  } catch (error) {
    if (isStatusError(error, 'TooManyRequests')) return false;
    // It is gone already, or another one of that name is there.
    if (isStatusError(error, 'NotFound') || isStatusError(error, 'Conflict')) return true;
    throw error;
  }
}

async function applyPressure(
  context: StepContext<Properties>,
  targets: ReadonlyMap<string, readonly Pod[]>,
): Promise<JobResult> {
  const { properties, timeLimitMs } = context;
  const { action, cpu, memory, image } = properties;
  const ms = durationMs(properties.duration);
  if (ms >= timeLimitMs) {
    throw new TerminalError(stepMessages.chaosBeyondLimit({ duration: properties.duration }), {
      code: 'STEP_PROPERTIES_WRONG',
    });
  }
  const [[component = '', [target] = []] = []] = targets;
  const node = target?.spec?.nodeName;
  const seconds = Math.ceil(ms / 1000);
  const { values: _, ...result } = await runPod(context, {
    image,
    command: ['/bin/sh', '-c', action === 'cpu' ? cpuScript(cpu, seconds) : memoryScript(memory, seconds)],
    resources: action === 'cpu' ? { cpu, memory: '64Mi' } : { cpu: '250m', memory },
    onUnschedulable: 'reject',
    waitMs: 0,
    node,
    deadlineMs: ms + DEADLINE_SLACK_MS,
  });
  const done =
    action === 'cpu'
      ? stepMessages.chaosCpu({ cpu, component, duration: properties.duration })
      : stepMessages.chaosMemory({ memory, component, duration: properties.duration });
  return { ...result, message: done, values: { node: node ?? '' } };
}

/** Loops in as many processes as there are cores to use; they end with the shell, which is the container's first process. */
function cpuScript(cpu: string, seconds: number): string {
  const loops = Math.ceil(quantityValue(cpu));
  return `i=0; while [ $i -lt ${loops} ]; do (while :; do :; done) & i=$((i+1)); done; sleep ${seconds}; exit 0`;
}

/** A reader that keeps all it was given until its input ends. */
function memoryScript(memory: string, seconds: number): string {
  const bytes = Math.floor(quantityValue(memory) * FILLED_SHARE);
  return `(head -c ${bytes} /dev/zero; sleep ${seconds}) | tail >/dev/null; exit 0`;
}
