import type { Clock } from '@kubemin/base';
import { type ApiHandler, type ApiResponse, timeout } from '@kubemin/kubeapi';
import { isTrue, objectResponse, type ResourceRoute } from '../registry/index.ts';

const STREAMS = ['attach', 'exec', 'log', 'portforward', 'proxy'];
const PLACES = '^/api/v1/(?:nodes/[^/]+|namespaces/[^/]+/(?:pods|services)/[^/]+)';
const STREAM_PATH = new RegExp(`${PLACES}/(?:${STREAMS.join('|')})(?:/|$)`);

/** Whether the response is a stream of a node, without a time limit. */
export function isLongRunning({ subresource }: ResourceRoute): boolean {
  return subresource !== undefined && STREAMS.includes(subresource);
}

/** The same by the path alone. */
function isLongRunningPath(path: string): boolean {
  return STREAM_PATH.test(path);
}

/**
 * Gives up on requests that take too long, with 504; watches have time limits of their own, and what nodes
 * stream may begin at any time: a container that is followed need not have written anything yet. What a write has begun may
 * still happen: a client that gets a 504 has to check.
 */
export function withRequestTimeout(handler: ApiHandler, clock: Clock, limitMs: number): ApiHandler {
  return (request) => {
    if (isTrue(request.query.get('watch')) || isLongRunningPath(request.path)) return handler(request);
    return new Promise<ApiResponse>((resolve, reject) => {
      const cancel = clock.after(limitMs, () => {
        const { status } = timeout(`request did not complete within ${limitMs / 1000}s`);
        resolve(objectResponse(504, status));
      });
      handler(request).then(resolve, reject).finally(cancel);
    });
  };
}
