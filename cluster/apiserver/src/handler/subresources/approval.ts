import { type ApiResponse, badRequest, invalid, type KubeObject, timestamp } from '@kubemin/kubeapi';
import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
} from '@kubemin/kubeapi/types/certificates.v1';
import { placeOfCall, type ResourceCall, type ServerParts, type Subresource } from '../../registry/index.ts';
import { conditionProblems, DECISIONS } from '../../strategy/index.ts';
import { getObject } from '../verbs/get.ts';
import { expectedMetadata, sentObject, updateParentObject } from './sent-object.ts';

/** PUT and PATCH of whether a certificate may be issued (`kubectl certificate approve`): only that decision is taken. */
export const approval: Subresource = { get: getObject, update: decide, patch: decide };

async function decide(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  const place = placeOfCall(call);
  const sent = sentObject(call);
  const now = timestamp(server.clock.now());
  const change = (current: KubeObject): KubeObject => {
    const asked = sent(current);
    if (!isRequest(current) || !isRequest(asked)) throw badRequest('only certificate requests can be approved');
    const conditions = withDecision(asked, current, now);
    const { conditions: _, ...issued } = current.status ?? {};
    const next: CertificateSigningRequest = {
      ...current,
      metadata: expectedMetadata(current, asked),
      status: { ...issued, ...(conditions.length > 0 && { conditions }) },
    };
    const problems = conditionProblems(next, current);
    if (problems.length > 0) throw invalid(call.resource.info, place.name, problems);
    return next;
  };
  return updateParentObject(server, call, change);
}

/** The decisions that were sent, and everything else as it was. */
function withDecision(
  asked: CertificateSigningRequest,
  current: CertificateSigningRequest,
  now: string,
): readonly CertificateSigningRequestCondition[] {
  const isDecision = ({ type }: CertificateSigningRequestCondition): boolean => DECISIONS.includes(type);
  const others = (current.status?.conditions ?? []).filter((condition) => !isDecision(condition));
  const decisions = (asked.status?.conditions ?? []).filter(isDecision).map((condition) => ({
    ...condition,
    lastUpdateTime: condition.lastUpdateTime ?? now,
    lastTransitionTime: condition.lastTransitionTime ?? now,
  }));
  return [...others, ...decisions];
}

function isRequest(object: KubeObject): object is CertificateSigningRequest {
  return object.kind === 'CertificateSigningRequest';
}
