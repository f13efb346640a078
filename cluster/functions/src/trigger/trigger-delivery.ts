import { toError } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { asJsonObject, formatApiVersion, isStatusError, type JsonObject } from '@kubemin/kubeapi';
import type { ContentStore } from '../content/index.ts';
import type { FunctionInvoker } from '../invoker/index.ts';
import { type WorkflowRun, workflowRuns } from '../workflow/index.ts';
import type { EventTrigger, PendingEvent } from './trigger-resource.ts';
import { hashParts, type TriggerStore } from './trigger-store.ts';

/** On the runs that a trigger has started. */
export const TRIGGER_LABEL = 'functions.kubemin.io/trigger';

const INLINE_ARGUMENTS_BYTES = 32 * 1024;
const MAX_NAME = 63;

/** What delivers events to their targets. */
export interface DeliveryTools {
  readonly client: KubeClient;
  readonly store: TriggerStore;
  readonly invoker: FunctionInvoker;
  readonly signal: AbortSignal;
}

/** Calls the function, or starts the workflow. Returns why it failed; undefined after a success. */
export async function deliverEvent(
  trigger: EventTrigger,
  event: PendingEvent,
  tools: DeliveryTools,
): Promise<string | undefined> {
  try {
    const { target } = trigger.spec;
    const args = await eventArguments(trigger, event, tools.store);
    if (target.function !== undefined)
      return await callFunction(trigger, { name: target.function, event, args }, tools);
    if (target.workflow !== undefined) {
      await startWorkflow(trigger, { workflow: target.workflow, event, args }, tools);
    }
    return undefined;
  } catch (error) {
    tools.signal.throwIfAborted();
    return toError(error).message;
  }
}

async function eventArguments(trigger: EventTrigger, event: PendingEvent, store: TriggerStore): Promise<JsonObject> {
  const { arguments: given, eventArgument } = trigger.spec;
  const args = asJsonObject(given ?? {});
  if (eventArgument === '') return args;
  const { id, receivedAt } = event;
  const details = {
    id,
    trigger: trigger.metadata.name ?? '',
    receivedAt,
    ...(await store.loadData(trigger, event.data)),
  };
  return { ...args, [eventArgument]: details };
}

interface TargetCall {
  readonly event: PendingEvent;
  readonly args: JsonObject;
}

async function callFunction(
  { metadata }: EventTrigger,
  { name, event, args }: TargetCall & { readonly name: string },
  { invoker, signal }: DeliveryTools,
): Promise<string | undefined> {
  const { namespace = '' } = metadata;
  const { status, error } = await invoker.invoke({ namespace, name, arguments: args, eventId: event.id, signal });
  if (error !== undefined) return `function ${name}: ${error.type}: ${error.message}`;
  return status >= 400 ? `function ${name} returned ${status}` : undefined;
}

/** The name of the run follows from the event: the run of a repeated delivery exists already. */
async function startWorkflow(
  { metadata }: EventTrigger,
  { workflow, event, args }: TargetCall & { readonly workflow: string },
  { client, store, signal }: DeliveryTools,
): Promise<void> {
  const { namespace = '', name: trigger = '' } = metadata;
  const suffix = hashParts(metadata.uid ?? '', event.id).slice(0, 12);
  const name = `${workflow.slice(0, MAX_NAME - suffix.length - 1)}-${suffix}`;
  const text = JSON.stringify(args);
  const isLarge = Buffer.byteLength(text) > INLINE_ARGUMENTS_BYTES;
  const stored = isLarge ? await store.content.put(Buffer.from(text), { namespace, signal }) : undefined;
  const run: WorkflowRun = {
    apiVersion: formatApiVersion(workflowRuns),
    kind: workflowRuns.kind,
    metadata: { name, namespace, ...(trigger.length <= MAX_NAME ? { labels: { [TRIGGER_LABEL]: trigger } } : {}) },
    spec: { workflow, eventId: event.id, ...(stored === undefined ? { arguments: args } : { argumentsFrom: stored }) },
  };
  try {
    const created = await client.resource(workflowRuns, namespace).create(run, { signal });
    if (stored !== undefined) await ownContent(store.content, Buffer.from(text), created);
  } catch (error) {
    if (!isStatusError(error, 'AlreadyExists')) throw error;
  }
}

async function ownContent(content: ContentStore, bytes: Uint8Array, run: WorkflowRun): Promise<void> {
  const { namespace = '', name = '', uid = '' } = run.metadata;
  await content.put(bytes, { namespace, owner: { apiVersion: run.apiVersion, kind: run.kind, name, uid } });
}
