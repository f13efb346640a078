import type { Change, KubeClient, ResourceClient } from '@kubemin/kube';
import { deepEqual, isStatusError, type KubeObject, type ResourceType } from '@kubemin/kubeapi';

interface WithStatus extends KubeObject {
  readonly status?: object;
}

/**
 * Writes the status of `object` if it has changed. Fields that are not given stay. By update, which is what the
 * roles of controllers allow, so an object that changed meanwhile is read again first.
 */
export function writeStatus<T extends WithStatus>(
  client: KubeClient,
  type: ResourceType<T>,
  object: T,
  status: T['status'] & object,
): Promise<boolean> {
  return writeAnnotatedStatus(client, type, object, { status, annotations: {} });
}

/** A status and the annotations that go with it. */
export interface AnnotatedStatus<S> {
  readonly status: S;
  /** Others stay. */
  readonly annotations: Readonly<Record<string, string>>;
}

/** The same with annotations, in one write; for kinds whose status takes them along, as Deployments do. */
export async function writeAnnotatedStatus<T extends WithStatus>(
  client: KubeClient,
  type: ResourceType<T>,
  object: T,
  { status, annotations }: AnnotatedStatus<T['status'] & object>,
): Promise<boolean> {
  const isNoted = Object.entries(annotations).every(([key, value]) => object.metadata.annotations?.[key] === value);
  const news = changedFields(object, status) ?? (isNoted ? undefined : {});
  if (news === undefined) return false;
  const resource = client.resource(type, object.metadata.namespace);
  const marked = (state: T): T => (isNoted ? state : withAnnotations(state, annotations));
  try {
    return await putStatus(resource, marked(object), news);
  } catch (error) {
    if (!isStatusError(error, 'Conflict')) throw error;
  }
  const live = await resource.find(object.metadata.name ?? '');
  return live?.metadata.uid === object.metadata.uid && live !== undefined && putStatus(resource, marked(live), news);
}

/** The same for a status that is reckoned from the one before: refused with a Conflict if that is not the stored one any more. */
export async function advanceStatus<T extends WithStatus>(
  client: KubeClient,
  type: ResourceType<T>,
  object: T,
  status: T['status'] & object,
): Promise<boolean> {
  const news = changedFields(object, status);
  return news !== undefined && putStatus(client.resource(type, object.metadata.namespace), object, news);
}

function withAnnotations<T extends KubeObject>(object: T, annotations: Readonly<Record<string, string>>): T {
  const { metadata } = object;
  return { ...object, metadata: { ...metadata, annotations: { ...metadata.annotations, ...annotations } } };
}

async function putStatus<T extends WithStatus>(resource: ResourceClient<T>, object: T, news: object): Promise<boolean> {
  try {
    await resource.update({ ...object, status: { ...object.status, ...news } }, { subresource: 'status' });
    return true;
  } catch (error) {
    // Deleted meanwhile: there is nothing to update.
    if (isStatusError(error, 'NotFound')) return false;
    throw error;
  }
}

/** The fields to write; undefined when none has changed. */
function changedFields({ status: stored }: WithStatus, status: object): object | undefined {
  const known: Readonly<Record<string, unknown>> = { ...stored };
  const given = Object.entries(status).filter(([, value]) => value !== undefined);
  if (given.every(([field, value]) => same(known[field], value))) return undefined;
  // Absent zeroes are written along: where the API keeps them, their presence must not depend on the past.
  return Object.fromEntries(given.filter(([field, value]) => !deepEqual(known[field], value)));
}

/** A number that is absent is zero: the API leaves zeroes out. */
function same(known: unknown, value: unknown): boolean {
  return known === undefined ? value === 0 : deepEqual(known, value);
}

/** Whether only the status of an object changed: not what is asked for, nor whose it is, nor what it is marked with. */
export function isStatusChange({ type, object, old }: Change<KubeObject>): boolean {
  if (type !== 'updated') return false;
  const { resourceVersion: _now, managedFields: _nowManaged, ...now } = object.metadata;
  const { resourceVersion: _before, managedFields: _beforeManaged, ...before } = old.metadata;
  // Without a generation, changes of spec and status cannot be distinguished.
  return now.generation !== undefined && deepEqual(now, before);
}
