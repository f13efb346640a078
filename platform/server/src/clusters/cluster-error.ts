import { errorMessage, type Message } from '@kubemin/base/message';
import { isStatusError } from '@kubemin/kubeapi';
import { ApiError } from '../api/index.ts';
import { clusterMessages } from '../messages/index.ts';

/** How authorizers of Kubernetes refuse; admission refuses with the same reason, and another text. */
const MISSING_RIGHT = / cannot \S+ (resource|path) /;

/** Whether the cluster does not grant the platform the right, rather than refuse what it sent. */
export function isMissingRight(error: unknown): boolean {
  return isStatusError(error, 'Forbidden') && MISSING_RIGHT.test(error.message);
}

/** The error of the contract for a request that a cluster has refused or not responded to. */
export function clusterRequestError(
  cluster: string,
  cause: unknown,
  forbids: (reason: Message) => Message = (reason) => clusterMessages.forbids({ cluster, reason }),
): ApiError {
  if (cause instanceof ApiError) return cause;
  const reason = errorMessage(cause);
  if (isMissingRight(cause)) return new ApiError('CLUSTER_FORBIDS', forbids(reason), { cause });
  if (isStatusError(cause, 'NotFound')) {
    return new ApiError('OBJECT_NOT_FOUND', clusterMessages.objectNotFound({ cluster, reason }), { cause });
  }
  const status = isStatusError(cause) ? cause.httpCode : undefined;
  if (status === 410) return new ApiError('BAD_REQUEST', clusterMessages.listExpired({ reason }), { cause });
  if (status === 400) return new ApiError('BAD_REQUEST', clusterMessages.refused({ cluster, reason }), { cause });
  // 401 concerns the kubeconfig, not this request.
  if (status !== undefined && status > 401 && status < 500) {
    return new ApiError('CLUSTER_REFUSED', clusterMessages.refused({ cluster, reason }), { cause });
  }
  return new ApiError('CLUSTER_UNREACHABLE', clusterMessages.requestFailed({ cluster, reason }), { cause });
}
