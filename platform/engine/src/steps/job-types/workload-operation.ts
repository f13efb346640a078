import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { JsonObject, KubeObject } from '@kubemin/kubeapi';
import { objectAppId } from '@kubemin/render';
import {
  awaitWorkload,
  FIELD_MANAGER,
  foreignObjectError,
  objectMessage,
  resourceClient,
} from '../../delivery/index.ts';
import { deliveryMessages } from '../../messages/index.ts';
import type { JobContext, JobEffect, JobType } from '../../task/index.ts';

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
export function workloadOperation(
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
