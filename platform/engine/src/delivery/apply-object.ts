import type { Message } from '@kubemin/base/message';
import type { ResourceClient } from '@kubemin/kube';
import { isJsonObject, type JsonObject, type KubeObject, StatusError } from '@kubemin/kubeapi';
import { deliveryMessages } from '../messages/index.ts';
import { appliedFields, toJson } from '../task/index.ts';
import type { DeliveryContext } from './deliver.ts';
import {
  FIELD_MANAGER,
  type ForeignField,
  handOverFields,
  hasFieldOwners,
  overwrittenFields,
  withoutReplicas,
} from './field-ownership.ts';
import { mergePatchBetween, threeWayMerge } from './three-way-merge.ts';

/** How an object would change: the whole object, and the merge patch that leads there. */
export interface LocalChange {
  readonly target: JsonObject;
  readonly patch: JsonObject;
}

/**
 * What applying comes to, as far as it is known without the server: undefined when everything desired is there and
 * nothing has left the document. Lists are merged by name; the server knows their keys.
 */
export function localChange(live: KubeObject, desired: JsonObject): LocalChange | undefined {
  const before = toJson(live);
  const target = threeWayMerge({ applied: withoutReplicas(appliedFields(live)), desired, live: before });
  const patch = mergePatchBetween(before, target);
  return patch === undefined || !isJsonObject(patch) || !isJsonObject(target) ? undefined : { target, patch };
}

/** An object that is there, and what it is to become. */
export interface Application {
  readonly live: KubeObject;
  readonly desired: JsonObject;
  readonly change: LocalChange;
}

/** The object after it was applied, and what was replaced of others. */
export interface Applied {
  readonly object: KubeObject;
  readonly note?: Message;
}

/**
 * Writes the document's fields by server-side apply. The values of the document win; fields that it does not have are
 * not sent. Version and uid keep the write from landing on an object whose owner was not looked at: on a conflict the
 * caller looks again.
 */
export async function applyObject(
  context: Pick<DeliveryContext, 'write'>,
  resource: ResourceClient<KubeObject>,
  { live, desired, change }: Application,
): Promise<Applied> {
  const name = live.metadata.name ?? '';
  const owned = hasFieldOwners(live) ? await handOver(context, resource, { live, desired }) : live;
  const { uid, resourceVersion } = owned.metadata;
  const send = (patch: { readonly type: 'apply' | 'merge'; readonly body: JsonObject }) => {
    const metadata = { ...(isJsonObject(patch.body.metadata) ? patch.body.metadata : {}), uid, resourceVersion };
    const body = { ...patch.body, metadata };
    const sent = patch.type === 'apply' ? { type: patch.type, body, force: true } : { type: patch.type, body };
    return context.write((signal) => resource.patch(name, sent, { fieldManager: FIELD_MANAGER, signal }));
  };
  const merge = () => send({ type: 'merge', body: change.patch });
  const object = hasFieldOwners(live)
    ? await send({ type: 'apply', body: desired }).catch(mergeUntyped(merge))
    : await merge();
  const overwritten = overwrittenFields(live, { desired, delivered: object });
  return { object, ...(overwritten.length > 0 && { note: overwrittenMessage(overwritten) }) };
}

/** Lets the apply that follows remove what has left the document. Changes nothing but the managed fields. */
async function handOver(
  { write }: Pick<DeliveryContext, 'write'>,
  resource: ResourceClient<KubeObject>,
  { live, desired }: Pick<Application, 'live' | 'desired'>,
): Promise<KubeObject> {
  const managedFields = handOverFields(live, desired);
  if (managedFields === undefined) return live;
  const { name = '', uid, resourceVersion } = live.metadata;
  const body = { metadata: { uid, resourceVersion, managedFields } };
  return write((signal) => resource.patch(name, { type: 'merge', body }, { fieldManager: FIELD_MANAGER, signal }));
}

/**
 * An apply needs every field to be in the schema, and entries of a list to differ in their keys. Creations and patches
 * need neither: what could be created must remain changeable.
 */
function mergeUntyped(merge: () => Promise<KubeObject>): (error: unknown) => Promise<KubeObject> {
  return async (error) => {
    if (error instanceof StatusError && /failed to create typed patch object/.test(error.message)) return merge();
    throw error;
  };
}

function overwrittenMessage(fields: readonly ForeignField[]): Message {
  const byManager = Map.groupBy(fields, ({ manager = '' }) => manager);
  const notes = [...byManager].map(([manager, group]) =>
    deliveryMessages.overwritten({ manager, fields: [...new Set(group.map(({ field }) => field))] }),
  );
  return notes.reduce((first, next) => deliveryMessages.and({ first, next }));
}
