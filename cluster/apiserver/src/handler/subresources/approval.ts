import { type ApiResponse, badRequest, invalid, type KubeObject, timestamp } from '@kubemin/kubeapi';
import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
} from '@kubemin/kubeapi/types/certificates.v1';
import { placeOfCall, type ResourceCall, type ServerParts, type Subresource } from '../../registry/index.ts';
import { conditionProblems } from '../../strategy/index.ts';
import { getObject } from '../verbs/get.ts';
import { expectedMetadata, sentObject, updateParentObject } from './sent-object.ts';

/** PUT and PATCH of whether a certificate may be issued (`kubectl certificate approve`): its conditions and annotations alone are taken. */
export const approval: Subresource = { get: getObject, update: decide, patch: decide };

async function decide(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  const place = placeOfCall(call);
  const sent = sentObject(call);
  const now = timestamp(server.clock.now());
  const change = (current: KubeObject): KubeObject => {
    const asked = sent(current);
    if (!isRequest(current) || !isRequest(asked)) throw badRequest('only certificate requests can be approved');
    const conditions = withTimes(asked, now);
    const { conditions: _, ...issued } = current.status ?? {};
    const { annotations } = asked.metadata;
    const next: CertificateSigningRequest = {
      ...current,
      metadata: { ...expectedMetadata(current, asked), ...(annotations !== undefined && { annotations }) },
      status: { ...issued, ...(conditions.length > 0 && { conditions }) },
    };
    const problems = conditionProblems(next, current);
    if (problems.length > 0) throw invalid(call.resource.info, place.name, problems);
    return next;
  };
  return updateParentObject(server, call, change);
}

/** The conditions that were sent; those that are new have their times. */
function withTimes({ status }: CertificateSigningRequest, now: string): readonly CertificateSigningRequestCondition[] {
  return (status?.conditions ?? []).map((condition) => ({
    ...condition,
    lastUpdateTime: condition.lastUpdateTime ?? now,
    lastTransitionTime: condition.lastTransitionTime ?? now,
  }));
}

function isRequest(object: KubeObject): object is CertificateSigningRequest {
  return object.kind === 'CertificateSigningRequest';
}
