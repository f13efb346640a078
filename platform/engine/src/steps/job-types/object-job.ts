import { RetryableError, TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { isJsonObject, type JsonObject, type KubeObject } from '@kubemin/kubeapi';
import type { RenderedObject } from '@kubemin/render';
import { type Delivery, decideShare, deliver } from '../../delivery/index.ts';
import { deliveryMessages } from '../../messages/index.ts';
import {
  type FetchResponse,
  type JobContext,
  type JobEffect,
  type JobPriority,
  type JobType,
  toJson,
  type WorkContext,
} from '../../task/index.ts';

/** A job type that delivers objects of one kind and may then wait for something. */
export interface ObjectJobOptions extends Pick<JobType, 'timeoutMs' | 'prune'> {
  readonly name: string;
  readonly kind: string;
  readonly priority: JobPriority;
  /**
   * Waits until the delivered object is ready and returns how it ended; without it, being delivered is enough. `done` is
   * what delivery did.
   */
  readonly untilReady?: (context: JobContext, delivered: KubeObject, done: Message) => Promise<Message>;
  /** What else is written once the object exists; returns what was done. */
  readonly afterDelivery?: (context: JobContext, delivered: KubeObject) => Promise<readonly Message[]>;
}

/** Makes a job type for a kind of Kubernetes object; enough for most custom kinds too. */
export function objectJob(options: ObjectJobOptions): JobType {
  const { name, kind, priority, timeoutMs, prune, untilReady } = options;
  return {
    name,
    kinds: [kind],
    priority,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(prune === undefined ? {} : { prune }),
    dryRun: (context) => deliverObject(options, context),
    run: async (context) => {
      const { message: done, object } = await deliverObject(options, context);
      if (object === undefined) return { skipped: true, message: done };
      const message = untilReady === undefined ? done : await untilReady(context, object, done);
      return { message, values: () => objectValues(object) };
    },
  };
}

/** What delivering did, with the object unless it was left to others altogether. */
async function deliverObject(
  { afterDelivery }: Pick<ObjectJobOptions, 'afterDelivery'>,
  context: JobContext,
): Promise<JobEffect & { readonly message: Message; readonly object?: KubeObject }> {
  const turn = await decideShare(context, context.rendered);
  if (turn.kind === 'leave') return { left: true, message: turn.why };
  const { change, object, note } = await deliver(context, await withFetchedData(context, context.rendered));
  const done = note === undefined ? DONE[change] : deliveryMessages.withNote({ done: DONE[change], note });
  const more = (await afterDelivery?.(context, object)) ?? [];
  const message = more.reduce((first, next) => deliveryMessages.and({ first, next }), done);
  return { left: change === 'kept' || change === 'yielded', message, object };
}

/** Under its kind, as `service.spec.clusterIP`. What a Secret holds is nothing to hand on. */
function objectValues(object: KubeObject): JsonObject {
  const { kind, data, stringData, ...rest } = toJson(object);
  const key = `${object.kind.charAt(0).toLowerCase()}${object.kind.slice(1)}`;
  const open = object.kind === 'Secret' || data === undefined ? {} : { data };
  return { [key]: { ...rest, ...open } };
}

const DONE: Readonly<Record<Delivery['change'], Message>> = {
  created: deliveryMessages.created,
  updated: deliveryMessages.updated,
  replaced: deliveryMessages.replaced,
  unchanged: deliveryMessages.unchanged,
  kept: deliveryMessages.kept,
  yielded: deliveryMessages.yielded,
};

/** The most a ConfigMap can hold. */
const MAX_BYTES = 1_048_576;

/** An object with the data its document only points to; others come back as they are. */
async function withFetchedData(
  { fetcher, signal }: Pick<WorkContext, 'fetcher' | 'signal'>,
  rendered: RenderedObject,
): Promise<RenderedObject> {
  if (rendered.dataFrom === undefined) return rendered;
  const { url, key } = rendered.dataFrom;
  const response = await fetcher({ url, signal, maxBytes: MAX_BYTES });
  if (response.status !== 200) throw fetchStatusError(url, response);
  return { ...rendered, object: withData(rendered.object, key, response.body) };
}

function withData(object: KubeObject, key: string, text: string): KubeObject & { readonly data: object } {
  const present = 'data' in object && isJsonObject(object.data) ? object.data : {};
  return { ...object, data: { ...present, [key]: text } };
}

function fetchStatusError(url: string, { status }: FetchResponse): Error {
  const message = deliveryMessages.dataNotFetched({ url, status });
  const code = 'DATA_NOT_FETCHED';
  return status >= 500 || status === 429 ? new RetryableError(message, { code }) : new TerminalError(message, { code });
}
