import type { ApiHandler, UserInfo } from '@kubemin/kubeapi';
import { rejectOnAbort } from './reject-on-abort.ts';

/**
 * Calls an API server in the same process, as `user`. An aborted request rejects at once, as over HTTP, where the
 * connection is cut; the handler is not waited for.
 */
export function loopbackTransport(handler: ApiHandler, user: UserInfo): ApiHandler {
  return async (request) => {
    request.beforeSending?.();
    request.signal?.throwIfAborted();
    return rejectOnAbort(handler({ ...request, user }), request.signal);
  };
}
