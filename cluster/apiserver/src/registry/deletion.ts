import { forbidden, type KubeObject, timestamp } from '@kubemin/kubeapi';
import type { ServedResource } from './served-resource.ts';
import { isFree } from './update.ts';

/** What becomes of the objects that an object owns. */
export type PropagationPolicy = 'Orphan' | 'Background' | 'Foreground';

/** Options of a delete request. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: PropagationPolicy;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: boolean;
}

/** What a deletion came to: gone, or marked and waiting for its grace period or finalizers. */
export interface Deletion {
  readonly object: KubeObject;
  readonly removed: boolean;
}

/** What a delete request does to the stored object. */
export type DeletionPlan =
  | { readonly kind: 'remove' }
  | { readonly kind: 'mark'; readonly object: KubeObject }
  /** It is on its way already, and this request makes it no faster. */
  | { readonly kind: 'keep' };

/** The garbage collector's finalizers: it orphans or deletes dependents first, then removes them. */
const POLICY_FINALIZERS: Readonly<Record<PropagationPolicy, string | undefined>> = {
  Orphan: 'orphan',
  Foreground: 'foregroundDeletion',
  Background: undefined,
};

/** What a delete request does to an object in this state. */
export function planDeletion(
  resource: ServedResource,
  current: KubeObject,
  request: DeleteOptions & { readonly now: number },
): DeletionPlan {
  const { strategy, info } = resource;
  const refusal = strategy.refusesDeletion?.(current);
  if (refusal !== undefined) throw forbidden(refusal, { ...info, name: current.metadata.name ?? '' });
  const grace = strategy.gracePeriod?.(current, { gracePeriodSeconds: request.gracePeriodSeconds }) ?? 0;
  const held = withPolicyFinalizers(resource, current, request.propagationPolicy);
  if (grace === 0 && isFree(resource, held)) return { kind: 'remove' };
  const already = current.metadata.deletionGracePeriodSeconds;
  if (current.metadata.deletionTimestamp !== undefined) {
    const sooner = already !== undefined && grace < already;
    if (!sooner && held === current) return { kind: 'keep' };
    return { kind: 'mark', object: sooner ? withDeadline(held, request.now, grace) : held };
  }
  const marked = withDeadline(countDeletion(held), request.now, grace);
  return { kind: 'mark', object: strategy.markDeleted?.(marked) ?? marked };
}

function withPolicyFinalizers(
  resource: ServedResource,
  object: KubeObject,
  asked: PropagationPolicy | undefined,
): KubeObject {
  const before = object.metadata.finalizers ?? [];
  // Once decided, only an explicit wish changes it.
  if (asked === undefined && object.metadata.deletionTimestamp !== undefined) return object;
  const inherited = before.includes('orphan')
    ? 'Orphan'
    : before.includes('foregroundDeletion')
      ? 'Foreground'
      : undefined;
  const policy = asked ?? inherited ?? resource.strategy.defaultPropagation ?? 'Background';
  const wanted = POLICY_FINALIZERS[policy];
  const ours = Object.values(POLICY_FINALIZERS);
  const others = before.filter((finalizer) => !ours.includes(finalizer));
  const finalizers = wanted === undefined ? others : [...others, wanted];
  if (finalizers.length === before.length && finalizers.every((finalizer) => before.includes(finalizer))) return object;
  const { finalizers: _, ...metadata } = object.metadata;
  return { ...object, metadata: { ...metadata, ...(finalizers.length > 0 && { finalizers }) } };
}

function withDeadline(object: KubeObject, now: number, grace: number): KubeObject {
  const deletionTimestamp = timestamp(now + grace * 1000);
  return { ...object, metadata: { ...object.metadata, deletionTimestamp, deletionGracePeriodSeconds: grace } };
}

function countDeletion(object: KubeObject): KubeObject {
  const { generation } = object.metadata;
  if (generation === undefined) return object;
  return { ...object, metadata: { ...object.metadata, generation: generation + 1 } };
}
