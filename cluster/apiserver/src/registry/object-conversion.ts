import type { KubeObject } from '@kubemin/kubeapi';
import type { ServedResource } from './served-resource.ts';

/**
 * Between objects as they are stored and as one version of their resource shows them. `fromStorage` returns the same
 * object for the same object, so that what was encoded for one client serves all.
 */
export interface ObjectConversion {
  fromStorage(object: KubeObject): KubeObject;
  toStorage(object: KubeObject): KubeObject;
  /** Set where another program converts: only objects for which one of these has resolved can be converted. */
  readonly remote?: RemoteConversion;
}

/** The part of a conversion that takes time. Rejects with a StatusError where objects cannot be converted. */
export interface RemoteConversion {
  prepareFromStorage(objects: readonly KubeObject[]): Promise<void>;
  prepareToStorage(object: KubeObject): Promise<void>;
}

/** An object of one version of a resource in another version of it. */
export async function convertVersion(
  object: KubeObject,
  from: Pick<ServedResource, 'conversion'>,
  to: Pick<ServedResource, 'conversion'>,
): Promise<KubeObject> {
  if (from === to) return object;
  await from.conversion?.remote?.prepareToStorage(object);
  const stored = from.conversion?.toStorage(object) ?? object;
  await to.conversion?.remote?.prepareFromStorage([stored]);
  return to.conversion?.fromStorage(stored) ?? stored;
}
