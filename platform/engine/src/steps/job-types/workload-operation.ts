import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { isJsonObject, type JsonObject, type JsonValue, type KubeObject } from '@kubemin/kubeapi';
import { objectAppId } from '@kubemin/render';
import {
  awaitWorkload,
  FIELD_MANAGER,
  foreignObjectError,
  objectMessage,
  resourceClient,
} from '../../delivery/index.ts';
import { deliveryMessages } from '../../messages/index.ts';
import { type JobContext, type JobEffect, type JobType, toJson } from '../../task/index.ts';

/** What is to become of a workload: a merge patch and what it does, or a message alone. */
interface Change {
  readonly done: Message;
  readonly body?: JsonObject;
}

interface Effect extends JobEffect {
  readonly message: Message;
  readonly changed?: KubeObject;
}

/** Makes a job type that changes one thing about a workload that is there, and waits until the workload is ready again. */
function workloadOperation(
  name: string,
  planChange: (at: Pick<JobContext, 'job' | 'rendered'> & { readonly live: KubeObject }) => Change,
): JobType {
  async function effect(context: JobContext): Promise<Effect> {
    const { rendered, job, signal } = context;
    const resource = resourceClient(context.client, rendered.object);
    const live = await resource.find(rendered.object.metadata.name ?? '', { signal });
    if (live === undefined) return handleMissing(context);
    if (objectAppId(live) !== context.appId) throw await foreignObjectError(context, live);
    const { done, body } = planChange({ rendered, job, live });
    if (body === undefined) return { message: done, changed: live };
    return { message: done, changed: await patch(context, { ...body, metadata: { uid: live.metadata.uid } }, live) };
  }

  return {
    name,
    kinds: [],
    priority: 20,
    timeoutMs: (settings) => settings.deployTimeoutMs,
    dryRun: effect,
    run: async (context) => {
      const { message, changed } = await effect(context);
      if (changed === undefined) return { skipped: true, message };
      return { message: await awaitWorkload(context, changed, message) };
    },
  };
}

/** The uid keeps the patch from landing on a namesake that replaced the object after we looked at its owner. */
function patch({ client, write }: JobContext, body: object, live: KubeObject): Promise<KubeObject> {
  const resource = resourceClient(client, live);
  return write((signal) =>
    resource.patch(live.metadata.name ?? '', { type: 'merge', body }, { fieldManager: FIELD_MANAGER, signal }),
  );
}

function handleMissing({ rendered: { object, share } }: JobContext): Effect {
  if (share !== undefined) return { left: true, message: deliveryMessages.operatedByOther };
  throw new TerminalError(deliveryMessages.notDeployed({ object: objectMessage(object) }), { code: 'NOT_DEPLOYED' });
}

/** The name of the job type that restarts, and of the step it has. */
export const RESTART = 'restart';

/** Which run replaced the pods last; on the pod template, where a change makes Kubernetes replace them. */
export const RESTARTED_BY_RUN = 'kubemin.io/restarted-by-run';

/** Replaces the pods of a workload by the workload's own strategy, once per run, and waits until the new ones are ready. */
export const restart: JobType = workloadOperation(RESTART, ({ live, job }) => {
  const path = ['spec', 'template', 'metadata', 'annotations', RESTARTED_BY_RUN];
  const last = path.reduce((value: JsonValue | undefined, key) => at(value, key), toJson(live));
  if (last === job.taskId) return { done: deliveryMessages.restarted };
  const annotations = { [RESTARTED_BY_RUN]: job.taskId };
  return { done: deliveryMessages.restarted, body: { spec: { template: { metadata: { annotations } } } } };
});

function at(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return value !== undefined && isJsonObject(value) ? value[key] : undefined;
}

/** The name of the job type that scales, and of the step it has. */
export const SCALE = 'scale';

/** Sets how many copies of a workload run, and nothing else: pods that stay are not touched. Waits until it is so. */
export const scale: JobType = workloadOperation(SCALE, ({ live, rendered }) => {
  const [present, wanted] = [live, rendered.object].map((object) => {
    const { spec } = toJson(object);
    return isJsonObject(spec) ? spec.replicas : undefined;
  });
  if (present === wanted) return { done: deliveryMessages.replicasUnchanged({ replicas: `${wanted}` }) };
  const done = deliveryMessages.scaled({ from: `${present ?? 1}`, to: `${wanted ?? 1}` });
  return { done, body: { spec: { replicas: wanted ?? 1 } } };
});
