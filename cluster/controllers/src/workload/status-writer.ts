import type { KubeClient } from '@kubemin/kube';
import { deepEqual, isStatusError, type KubeObject, type ResourceType } from '@kubemin/kubeapi';

interface WithStatus extends KubeObject {
  readonly status?: object;
}

/** Writes the status of `object` if it says something new. Absent fields stay; lists are replaced whole. */
export async function writeStatus<T extends WithStatus>(
  client: KubeClient,
  type: ResourceType<T>,
  object: T,
  status: T['status'] & object,
): Promise<boolean> {
  const known: Readonly<Record<string, unknown>> = { ...object.status };
  const changed = Object.entries(status).filter(([field, value]) => !same(known[field], value));
  if (changed.length === 0) return false;
  const body = { metadata: { uid: object.metadata.uid }, status: Object.fromEntries(changed) };
  const resource = client.resource(type, object.metadata.namespace);
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
