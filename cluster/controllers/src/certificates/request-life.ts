import type { CertificateSigningRequest } from '@kubemin/kubeapi/types/certificates.v1';
import { findCondition } from '../condition.ts';

const HOUR_MS = 3_600_000;

/** How far a request has come. */
export type RequestStage = 'pending' | 'approved' | 'denied' | 'failed' | 'issued';

/** So long a request is kept after it was last decided about. */
const KEPT_MS: Readonly<Record<RequestStage, number>> = {
  pending: 24 * HOUR_MS,
  approved: HOUR_MS,
  denied: HOUR_MS,
  failed: HOUR_MS,
  issued: HOUR_MS,
};

/** How far the request has come. */
export function stageOf({ status }: CertificateSigningRequest): RequestStage {
  const has = (type: string): boolean => findCondition(status?.conditions, type)?.status === 'True';
  if (has('Denied')) return 'denied';
  if (has('Failed')) return 'failed';
  if (!has('Approved')) return 'pending';
  return status?.certificate ? 'issued' : 'approved';
}

/** When a request is of no use any more, in ms since the epoch. */
export function expiresAt(request: CertificateSigningRequest): number {
  const times = (request.status?.conditions ?? []).map(({ lastUpdateTime }) => Date.parse(lastUpdateTime ?? '') || 0);
  const created = Date.parse(request.metadata.creationTimestamp ?? '') || 0;
  return Math.max(created, ...times) + KEPT_MS[stageOf(request)];
}
