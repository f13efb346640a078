import type { ApiHandler, UserInfo } from '@kubemin/kubeapi';

/**
 * Talks to an API server in the same process, as `user`. What HTTP does by cutting the connection, leaving a request
 * that nobody waits for any more, is done here by not waiting for the handler.
 */
export function loopbackTransport(handler: ApiHandler, user: UserInfo): ApiHandler {
  return async (request) => {
    const { signal } = request;
    const asUser = { ...request, user };
    if (signal === undefined) return handler(asUser);
    signal.throwIfAborted();
    const abandoned = Promise.withResolvers<never>();
    const abandon = (): void => abandoned.reject(signal.reason);
    signal.addEventListener('abort', abandon, { once: true });
    try {
      return await Promise.race([handler(asUser), abandoned.promise]);
    } finally {
      signal.removeEventListener('abort', abandon);
    }
  };
}
