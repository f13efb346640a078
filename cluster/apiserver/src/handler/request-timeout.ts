import type { Clock } from '@kubemin/base';
import { type ApiHandler, type ApiResponse, timeout } from '@kubemin/kubeapi';
import { answer } from './call.ts';
import { isLongRunningPath } from './long-running.ts';
import { isTrue } from './route.ts';

/**
 * Gives up on requests that take too long, with 504; watches have time limits of their own, and what nodes
 * say may begin as late as it likes: a container that is followed need not have written anything yet. What a write has begun may
 * still happen: like anyone who gets a 504, the client has to look.
 */
export function withRequestTimeout(handler: ApiHandler, clock: Clock, limitMs: number): ApiHandler {
  return (request) => {
    if (isTrue(request.query.get('watch')) || isLongRunningPath(request.path)) return handler(request);
    return new Promise<ApiResponse>((resolve, reject) => {
      const cancel = clock.after(limitMs, () => {
        const { status } = timeout(`request did not complete within ${limitMs / 1000}s`);
        resolve(answer(504, status));
      });
      handler(request).then(resolve, reject).finally(cancel);
    });
  };
}
