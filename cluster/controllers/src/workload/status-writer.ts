import type { KubeClient, ResourceClient } from '@kubemin/kube';
import { deepEqual, isStatusError, type KubeObject, type ResourceType } from '@kubemin/kubeapi';

interface WithStatus extends KubeObject {
  readonly status?: object;
}

/** Writes the status of `object` if it says something new. Absent fields stay; lists are replaced whole. */
export function writeStatus<T extends WithStatus>(
  client: KubeClient,
  type: ResourceType<T>,
  object: T,
  status: T['status'] & object,
): Promise<boolean> {
  return patchStatus(client.resource(type, object.metadata.namespace), object, status);
}

/** The same for a status that is reckoned from the one before: refused with a Conflict if that is not the stored one any more. */
export function advanceStatus<T extends WithStatus>(
  client: KubeClient,
  type: ResourceType<T>,
  object: T,
  status: T['status'] & object,
): Promise<boolean> {
  const { resourceVersion } = object.metadata;
  return patchStatus(client.resource(type, object.metadata.namespace), object, status, { resourceVersion });
}

async function patchStatus<T extends WithStatus>(
  resource: ResourceClient<T>,
  object: T,
  status: T['status'] & object,
  guard: object = {},
): Promise<boolean> {
  const known: Readonly<Record<string, unknown>> = { ...object.status };
  const said = Object.entries(status);
  if (said.every(([field, value]) => same(known[field], value))) return false;
  // Zeroes that are absent go along: where the API keeps them, whether one is there must not tell of the past.
  const changed = said.filter(([field, value]) => !deepEqual(known[field], value));
  const body = { metadata: { uid: object.metadata.uid, ...guard }, status: Object.fromEntries(changed) };
  try {
    await resource.patch(object.metadata.name ?? '', { type: 'merge', body }, { subresource: 'status' });
    return true;
  } catch (error) {
    // Gone meanwhile: nobody is left to be told.
    if (isStatusError(error, 'NotFound')) return false;
    throw error;
  }
}

/** A number that is absent is zero: the API leaves zeroes out. */
function same(known: unknown, value: unknown): boolean {
  return known === undefined ? value === 0 : deepEqual(known, value);
}
