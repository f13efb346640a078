import { deepEqual } from '@kubemin/kubeapi';
import type { Deployment, ReplicaSet } from '@kubemin/kubeapi/types/apps.v1';
import type { PodTemplateSpec } from '@kubemin/kubeapi/types/core.v1';

/** The annotation that counts the templates of a Deployment. */
export const REVISION = 'deployment.kubernetes.io/revision';
/** The label that keeps the pods of a Deployment's templates apart. */
export const TEMPLATE_HASH = 'pod-template-hash';

/** The ReplicaSets of a Deployment by the age of their template. */
export interface Revisions {
  /** The ReplicaSet whose template is the Deployment's; the oldest, should there be several. */
  readonly current: ReplicaSet | undefined;
  readonly old: readonly ReplicaSet[];
  /** The number the current template has, or is to get. */
  readonly revision: bigint;
}

/** Separates the ReplicaSet of the current template from those of earlier ones. */
export function sortRevisions(deployment: Deployment, sets: readonly ReplicaSet[]): Revisions {
  const template = deployment.spec?.template;
  const current = sets
    .toSorted((a, b) => createdAt(a) - createdAt(b) || compare(a.metadata.name, b.metadata.name))
    .find((set) => deepEqual(withoutHash(set.spec?.template), withoutHash(template)));
  const old = sets.filter((set) => set !== current);
  const [newestOld = 0n] = old.map(revisionNumber).toSorted((a, b) => Number(b - a));
  const own = current === undefined ? 0n : revisionNumber(current);
  return { current, old, revision: own > newestOld ? own : newestOld + 1n };
}

/** The number of a ReplicaSet's template, of up to 64 bits; 0 when it has none yet. */
function revisionNumber(set: ReplicaSet): bigint {
  const text = set.metadata.annotations?.[REVISION] ?? '';
  return /^\d{1,19}$/.test(text) ? BigInt(text) : 0n;
}

/**
 * Old ReplicaSets that no rollback can ask for any more: empty, and beyond the history limit; oldest first. None while a
 * rollout is under way: if it fails, any of them may be the one to go back to.
 */
export function surplusRevisions(deployment: Deployment, { current, old }: Revisions): readonly ReplicaSet[] {
  if (current === undefined || !isRolledOut(deployment)) return [];
  const limit = deployment.spec?.revisionHistoryLimit ?? 10;
  const surplus = old.length - limit;
  if (surplus <= 0) return [];
  return old
    .toSorted((a, b) => Number(revisionNumber(a) - revisionNumber(b)) || createdAt(a) - createdAt(b))
    .slice(0, surplus)
    .filter(isEmpty);
}

function isRolledOut({ metadata, spec, status = {} }: Deployment): boolean {
  const isObserved = (status.observedGeneration ?? 0) >= (metadata.generation ?? 0);
  const counts = [status.updatedReplicas, status.replicas, status.availableReplicas];
  return isObserved && counts.every((count = 0) => count === (spec?.replicas ?? 1));
}

function isEmpty({ metadata, spec, status }: ReplicaSet): boolean {
  const settled = (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0);
  return settled && spec?.replicas === 0 && (status?.replicas ?? 0) === 0 && metadata.deletionTimestamp === undefined;
}

function withoutHash(template: PodTemplateSpec | undefined): PodTemplateSpec | undefined {
  const labels = template?.metadata?.labels;
  if (labels?.[TEMPLATE_HASH] === undefined) return template;
  const { [TEMPLATE_HASH]: _hash, ...rest } = labels;
  return { ...template, metadata: { ...template?.metadata, labels: rest } };
}

function createdAt({ metadata }: ReplicaSet): number {
  return Date.parse(metadata.creationTimestamp ?? '') || 0;
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : Number(a > b);
}
