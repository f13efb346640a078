import {
  isJsonObject,
  isStatusError,
  type JsonValue,
  type KubeObject,
  parseQuantity,
  type StatusError,
} from '@kubemin/kubeapi';
import { toJson } from './applied-fields.ts';
import { FIELD_MANAGER } from './create-object.ts';
import type { DeliveryContext } from './deliver.ts';
import { resourceOf } from './resource-of.ts';

/** What became of a claim that is there; `why` is absent when it has the size that is asked for. */
export interface GrownClaim {
  readonly object: KubeObject;
  readonly grown: boolean;
  readonly why?: string;
}

const SIZE = ['spec', 'resources', 'requests', 'storage'];

/**
 * Gives a claim the room the document asks for. Claims never shrink, and nothing else about them can change; one whose
 * storage cannot grow stays as it is, since failing would leave no way back to the size it has.
 */
export async function growClaim(
  context: Pick<DeliveryContext, 'client' | 'write'>,
  live: KubeObject,
  desired: KubeObject,
): Promise<GrownClaim> {
  const [present, wanted] = [sizeOf(live), sizeOf(desired)];
  const same = { object: live, grown: false };
  if (live.kind !== 'PersistentVolumeClaim' || present === undefined || wanted === undefined) return same;
  const order = parseQuantity(wanted).compare(parseQuantity(present));
  if (order === 0) return same;
  if (order < 0) return { ...same, why: `it has ${present}, and claims never shrink to ${wanted}` };
  const body = { metadata: { uid: live.metadata.uid }, spec: { resources: { requests: { storage: wanted } } } };
  const resource = resourceOf(context.client, live);
  try {
    const object = await context.write((signal) =>
      resource.patch(live.metadata.name ?? '', { type: 'merge', body }, { fieldManager: FIELD_MANAGER, signal }),
    );
    return { object, grown: true, why: `grown from ${present} to ${wanted}` };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { ...same, why: `it cannot grow from ${present} to ${wanted}: ${error.message}` };
  }
}

function isRefusal(error: unknown): error is StatusError {
  return isStatusError(error, 'Forbidden') || isStatusError(error, 'Invalid');
}

function sizeOf(claim: KubeObject): string | undefined {
  const value = SIZE.reduce(
    (at: JsonValue | undefined, key) => (isJsonObject(at) ? at[key] : undefined),
    toJson(claim),
  );
  return typeof value === 'string' ? value : undefined;
}
