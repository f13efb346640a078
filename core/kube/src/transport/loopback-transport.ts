import type { ApiHandler, UserInfo } from '@kubemin/kubeapi';
import { unlessAborted } from './abandon.ts';

/**
 * Talks to an API server in the same process, as `user`. What HTTP does by cutting the connection, leaving a request
 * that nobody waits for any more, is done here by not waiting for the handler.
 */
export function loopbackTransport(handler: ApiHandler, user: UserInfo): ApiHandler {
  return async (request) => {
    request.beforeSending?.();
    request.signal?.throwIfAborted();
    return unlessAborted(handler({ ...request, user }), request.signal);
  };
}
