import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { ResourceClient } from '@kubemin/kube';
import { isRetryable, isStatusError, type KubeObject, StatusError } from '@kubemin/kubeapi';
import { immutableChanges, LABEL, objectAppId, type RenderedObject } from '@kubemin/render';
import { deliveryMessages } from '../messages/index.ts';
import {
  type GuardSettings,
  type JobContext,
  type PermittedUses,
  refuseForbiddenUses,
  SYSTEM_NAMESPACES,
  toJson,
  withAppliedFields,
} from '../task/index.ts';
import { applyObject, localChange } from './apply-object.ts';
import { createObject, objectMessage, withCreator } from './create-object.ts';
import { growClaim } from './grow-claim.ts';
import { prepareNamespace } from './prepare-namespace.ts';
import { replaceObject } from './replace-object.ts';
import { asksForRerun } from './rerun.ts';
import { resourceClient } from './resource-client.ts';

/** What delivering an object came to, and the object as the cluster has it. */
export interface Delivery {
  readonly change: 'created' | 'updated' | 'replaced' | 'unchanged' | 'kept' | 'yielded';
  readonly object: KubeObject;
  readonly note?: Message;
}

/** What delivery needs of a job's context. */
export type DeliveryContext = Pick<JobContext, 'client' | 'appId' | 'signal' | 'write' | 'informers' | 'report'> & {
  /** @default it may be there, and is looked for before anything is written */
  readonly firstRun?: boolean;
  /** Created objects are labelled with its task. */
  readonly job?: Pick<JobContext['job'], 'taskId'>;
  /** @default a namespace that is missing is an error */
  readonly settings?: Pick<JobContext['settings'], 'createNamespace'> &
    Partial<GuardSettings & Pick<JobContext['settings'], 'projectNamespaces'>>;
  /** @default everything */
  readonly permitted?: PermittedUses;
  /** @default nothing depends on projects */
  readonly tenancy?: JobContext['tenancy'];
  /** @default applications are named by their ids */
  readonly shares?: Pick<JobContext['shares'], 'applicationName'>;
};

/**
 * Makes the cluster hold the object: creates it, or applies it when it is there and the application's own. An object
 * that belongs to another owner is never touched. Delivering the same object again changes nothing.
 */
export async function deliver(context: DeliveryContext, rendered: RenderedObject): Promise<Delivery> {
  await refuseUses(context, rendered);
  await prepareNamespace(context, rendered.object.metadata.namespace);
  const resource = resourceClient(context.client, rendered.object);
  const live = context.firstRun === true ? undefined : await findObject(context, resource, rendered.object);
  const { created, present } =
    live === undefined ? await create(context, resource, rendered.object) : { present: live };
  if (created !== undefined) return { change: 'created', object: created };
  if (rendered.onExisting === 'keep') return keep(context, { rendered, live: present });
  if (objectAppId(present) !== context.appId) {
    if (rendered.onExisting !== 'yield') throw await foreignObjectError(context, present);
    // Made by others since we looked: what is yielded to is used.
    await refuseUses(context, rendered);
    return { change: 'yielded', object: present };
  }
  return update(context, resource, { rendered, live: present });
}

function refuseUses({ permitted, settings, ...context }: DeliveryContext, rendered: RenderedObject): Promise<void> {
  const guard = { closedNamespaces: SYSTEM_NAMESPACES, ...settings };
  return refuseForbiddenUses({ ...context, permitted, settings: guard }, rendered);
}

/** The object, created; or what is there under its name. */
type Creation =
  | { readonly created: KubeObject; readonly present?: undefined }
  | { readonly created?: undefined; readonly present: KubeObject };

async function create(
  context: DeliveryContext,
  resource: ResourceClient<KubeObject>,
  object: KubeObject,
): Promise<Creation> {
  try {
    const created = await createObject(context, resource, withCreator(withAppliedFields(object), context.job?.taskId));
    if (created !== undefined) return { created };
  } catch (error) {
    // The object was not looked up before: a quota, or a port that is taken, is refused before the name is.
    const refused = context.firstRun === true && error instanceof StatusError && !isRetryable(error);
    const present = refused ? await findObject(context, resource, object) : undefined;
    if (present === undefined) throw error;
    return { present };
  }
  return { present: await resource.get(object.metadata.name ?? '', { signal: context.signal }) };
}

function findObject({ signal }: DeliveryContext, resource: ResourceClient<KubeObject>, { metadata }: KubeObject) {
  return resource.find(metadata.name ?? '', { signal });
}

/** What holds data is not changed, but for claims of our own, which may grow. */
async function keep(
  context: DeliveryContext,
  { rendered, live }: { readonly rendered: RenderedObject; readonly live: KubeObject },
): Promise<Delivery> {
  if (objectAppId(live) !== context.appId) return { change: 'kept', object: live };
  const { object, why, grown } = await growClaim(context, live, rendered.object);
  return { change: grown ? 'updated' : 'kept', object, ...(why !== undefined && { note: why }) };
}

/** How often an object is read again that others change at the same moment. */
const ATTEMPTS = 8;

async function update(
  context: DeliveryContext,
  resource: ResourceClient<KubeObject>,
  { rendered, live }: { readonly rendered: RenderedObject; readonly live: KubeObject },
): Promise<Delivery> {
  let present = live;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryUpdate(context, resource, { rendered, live: present });
    } catch (error) {
      if (!isStatusError(error, 'Conflict') || attempt === ATTEMPTS) throw error;
    }
    present = await resource.get(live.metadata.name ?? '', { signal: context.signal });
    if (objectAppId(present) !== context.appId) throw await foreignObjectError(context, present);
  }
}

async function tryUpdate(
  context: DeliveryContext,
  resource: ResourceClient<KubeObject>,
  { rendered, live }: { readonly rendered: RenderedObject; readonly live: KubeObject },
): Promise<Delivery> {
  const desired = toJson(withAppliedFields(rendered.object));
  const change = localChange(live, desired);
  if (change === undefined) return { change: 'unchanged', object: live };
  const outcome = { ...live, ...change.target };
  const immutable = immutableChanges(live, outcome);
  if (immutable.length > 0 || asksForRerun(rendered.object, live)) {
    const { metadata } = outcome;
    const { onChange = 'update' } = rendered;
    const object = await replaceObject(context, { desired: rendered.object, metadata, live, immutable, onChange });
    return { change: 'replaced', object };
  }
  const { object, note } = await applyObject(context, resource, { live, desired, change });
  const same = object.metadata.resourceVersion === live.metadata.resourceVersion;
  return { change: same ? 'unchanged' : 'updated', object, ...(note !== undefined && { note }) };
}

/** The error for an object that belongs to another application, or to none. */
export async function foreignObjectError(
  { shares }: Pick<DeliveryContext, 'shares'>,
  object: KubeObject,
): Promise<TerminalError> {
  const appId = objectAppId(object);
  const owner =
    appId === undefined
      ? deliveryMessages.withoutLabel({ label: LABEL.appId })
      : deliveryMessages.ofApplication({ app: (await shares?.applicationName(appId)) ?? appId });
  return new TerminalError(deliveryMessages.foreign({ object: objectMessage(object), owner }), {
    code: 'FOREIGN_OBJECT',
  });
}
