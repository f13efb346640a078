import type { ResourceRoute } from './route.ts';

const STREAMS = ['attach', 'exec', 'log', 'portforward', 'proxy'];

/** Whether an answer is not an object but what a node says, for as long as it likes. */
export function isLongRunning({ subresource }: ResourceRoute): boolean {
  return subresource !== undefined && STREAMS.includes(subresource);
}
