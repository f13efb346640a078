import { RetryableError, TerminalError, WakeSignal } from '@kubemin/base';
import { type Message, verbatim } from '@kubemin/base/message';
import { type Change, objectKey, type ResourceClient } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { sandboxMessages } from '../messages/index.ts';
import {
  type AbandonContext,
  managedInformer,
  type PlainResult,
  raceWithAbort,
  SANDBOX_LABEL,
  type StepContext,
  sandboxNamespace,
  waitForSignal,
} from '../task/index.ts';
import { noCapacity, requireCapacity, waitForCapacity } from './capacity.ts';
import { type EgressRule, egressPolicy } from './egress.ts';
import { ensureSandbox } from './ensure-sandbox.ts';
import { readPodLog } from './pod-log.ts';
import { type PodOutcome, podOutcome } from './pod-outcome.ts';
import { programValues } from './program-values.ts';
import { containerResources, jobPodName, type PodRequest, sandboxPod } from './sandbox-pod.ts';

/** Users' code to run to its end, and what it may have. */
export interface PodRun extends PodRequest {
  /** Where it may connect to beside asking for names. */
  readonly egress?: readonly EgressRule[] | undefined;
  /** Whether it waits for room, and for how long, or is refused when there is none. */
  readonly onUnschedulable: 'wait' | 'reject';
  readonly waitMs: number;
  /** After which the cluster ends it. @default a little more than the time limit of the job */
  readonly deadlineMs?: number | undefined;
}

/** So much longer than the step the cluster lets a pod live: the step's own end comes first, and has a better message. */
const DEADLINE_SLACK_S = 60;
const DELETION_POLL_MS = 250;
const LONGEST_DEADLINE_S = 2 ** 31 - 1;

/**
 * Runs a container in the sandbox of the application's namespace until it ends, and keeps what it has written. Called
 * again for the same job it goes on with the pod there is. Its values are those of `programValues`.
 */
export async function runPod(context: StepContext<unknown>, run: PodRun): Promise<PlainResult> {
  const namespace = sandboxNamespace(context.application.namespace, context.settings.sandbox);
  const pods = context.client.resource(core.v1.pods, namespace);
  const pod = (await existing(context, pods)) ?? (await start(context, pods, run));
  const { last, outcome } = await awaitEnd(context, pod, run);
  if (outcome.state === 'unschedulable') {
    await remove(context, pods, pod);
    throw noCapacity(outcome.message, run.onUnschedulable);
  }
  const log = await keepLog(context, last);
  if (outcome.state === 'succeeded') {
    const values = programValues(outcome.terminationMessage, log.text);
    return { message: withNote(sandboxMessages.completed({ image: run.image }), log.note), values };
  }
  // The next attempt starts again; the pod's name is the job's, so it has to be deleted first.
  await remove(context, pods, pod);
  const message = withNote(outcome.message, log.note);
  if (outcome.state === 'lost') throw new RetryableError(message, { code: 'POD_LOST' });
  throw new TerminalError(message, { code: 'PROGRAM_FAILED' });
}

/** Keeps the log of a job's pod and ends it: for a job that was ended from outside. */
export async function abandonPod(context: AbandonContext): Promise<void> {
  const namespace = sandboxNamespace(context.application.namespace, context.settings.sandbox);
  const pods = context.client.resource(core.v1.pods, namespace);
  const pod = await pods.find(jobPodName(context.job), { signal: context.signal });
  if (pod === undefined || pod.metadata.labels?.[SANDBOX_LABEL.job] !== context.job.id) return;
  await keepLog(context, pod);
  await deletePod(pods, pod, context.signal);
}

/** The pod there is. One that an earlier attempt left is waited for until it is gone: that is no failure of this one. */
async function existing(context: StepContext<unknown>, pods: ResourceClient<Pod>): Promise<Pod | undefined> {
  const { job, signal, clock } = context;
  let pod = await pods.find(jobPodName(job), { signal });
  for (; pod?.metadata.deletionTimestamp !== undefined; pod = await pods.find(jobPodName(job), { signal })) {
    await context.report(sandboxMessages.waitingForDeletion({ pod: jobPodName(job) }));
    await clock.sleep(DELETION_POLL_MS, signal);
    signal.throwIfAborted();
  }
  if (pod === undefined) return undefined;
  if (pod.metadata.labels?.[SANDBOX_LABEL.job] !== job.id) {
    throw new TerminalError(sandboxMessages.foreignPod({ pod: jobPodName(job) }), { code: 'FOREIGN_OBJECT' });
  }
  return pod;
}

async function start(context: StepContext<unknown>, pods: ResourceClient<Pod>, run: PodRun): Promise<Pod> {
  const { application, appId, job, settings, timeLimitMs } = context;
  const namespace = sandboxNamespace(application.namespace, settings.sandbox);
  const egress = egressPolicy(run.egress ?? [], { namespace, application: application.namespace });
  await ensureSandbox(context, egress === undefined ? [] : [egress.policy]);
  const longest = Math.ceil(timeLimitMs / 1000) + DEADLINE_SLACK_S;
  const deadline = Math.min(longest, Math.ceil((run.deadlineMs ?? Number.POSITIVE_INFINITY) / 1000));
  const pod = sandboxPod(
    run,
    {
      job,
      appId,
      namespace,
      egress: egress?.label,
      deadlineSeconds: deadline <= LONGEST_DEADLINE_S ? deadline : undefined,
    },
    settings.sandbox,
  );
  const capacity = {
    namespace,
    asked: { ...settings.sandbox.defaults, ...containerResources(run, settings.sandbox) },
    onUnschedulable: run.onUnschedulable,
    until: waitEnd(context, run),
  };
  for (;;) {
    await requireCapacity(context, capacity);
    try {
      return await context.write((signal) => pods.create(pod, { fieldManager: 'kubemin', signal }));
    } catch (error) {
      if (isStatusError(error, 'AlreadyExists')) return pods.get(jobPodName(job), { signal: context.signal });
      // Another client was faster, or the quota has a scope that only the server can judge.
      if (!isStatusError(error, 'Forbidden') || !error.message.includes('exceeded quota')) throw error;
      await waitForCapacity(context, capacity, verbatim(error.message));
    }
  }
}

type Ended = Exclude<PodOutcome, { readonly state: 'waiting' }>;

async function awaitEnd(
  context: StepContext<unknown>,
  started: Pod,
  run: PodRun,
): Promise<{ readonly last: Pod; readonly outcome: Ended }> {
  const { clock, informers, signal } = context;
  const informer = managedInformer(informers, core.v1.pods);
  const nudge = new WakeSignal();
  let last = started;
  let gone = false;
  await raceWithAbort(informer.synced, signal);
  const follow = ({ type, object }: Change<Pod>): void => {
    if (object.metadata.uid !== started.metadata.uid) return;
    last = object;
    gone = type === 'deleted';
    nudge.notify();
  };
  const stop = informer.onChange(follow, { key: objectKey(started) });
  try {
    for (;;) {
      const outcome = podOutcome(last);
      if (outcome.state === 'succeeded' || outcome.state === 'failed' || outcome.state === 'lost') {
        return { last, outcome };
      }
      if (gone) return { last, outcome: { state: 'lost', message: sandboxMessages.podDeleted } };
      await context.report(outcome.message);
      if (outcome.state === 'waiting') await nudge.wait(signal);
      else {
        const ms = run.onUnschedulable === 'reject' ? 0 : waitEnd(context, run) - clock.now();
        if (ms <= 0) return { last, outcome };
        await context.waitWithoutSlot(() => waitForSignal({ nudge, clock, ms, signal }));
      }
      signal.throwIfAborted();
    }
  } finally {
    stop();
  }
}

/** Counted from the first start of the job, over restarts. */
function waitEnd({ job, clock }: StepContext<unknown>, { waitMs }: PodRun): number {
  return (job.startedAt ?? clock.now()) + waitMs;
}

async function keepLog(
  context: Pick<AbandonContext, 'client' | 'settings' | 'signal' | 'storeLog'>,
  pod: Pod,
): Promise<{ readonly text: string; readonly note?: Message }> {
  const { client, settings, signal } = context;
  const log = await readPodLog(client, pod, { maxBytes: settings.sandbox.logBytes, signal });
  if ('unavailable' in log) return { text: '', note: log.unavailable };
  await context.storeLog(log);
  return { text: log.text };
}

function withNote(outcome: Message, note: Message | undefined): Message {
  return note === undefined ? outcome : sandboxMessages.withLogNote({ outcome, note });
}

async function remove({ write }: StepContext<unknown>, pods: ResourceClient<Pod>, pod: Pod): Promise<void> {
  await write((signal) => deletePod(pods, pod, signal));
}

async function deletePod(pods: ResourceClient<Pod>, { metadata }: Pod, signal: AbortSignal): Promise<void> {
  try {
    await pods.delete(metadata.name ?? '', { preconditions: { uid: metadata.uid }, signal });
  } catch (error) {
    if (!isStatusError(error, 'NotFound') && !isStatusError(error, 'Conflict')) throw error;
  }
}
