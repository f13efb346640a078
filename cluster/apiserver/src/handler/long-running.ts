import type { ResourceRoute } from './route.ts';

const STREAMS = ['attach', 'exec', 'log', 'portforward', 'proxy'];
const PLACES = '^/api/v1/(?:nodes/[^/]+|namespaces/[^/]+/(?:pods|services)/[^/]+)';
const STREAM_PATH = new RegExp(`${PLACES}/(?:${STREAMS.join('|')})(?:/|$)`);

/** Whether an answer is not an object but what a node says, for as long as it likes. */
export function isLongRunning({ subresource }: ResourceRoute): boolean {
  return subresource !== undefined && STREAMS.includes(subresource);
}

/** The same by the path alone. */
export function isLongRunningPath(path: string): boolean {
  return STREAM_PATH.test(path);
}
