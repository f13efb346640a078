import type { QueueDriver } from '../queue-driver.ts';
import { NoopChannel } from './noop-channel.ts';

/** Carries news inside one process, and loses it with the process. Needs no server. */
export function noopQueueDriver(): QueueDriver {
  return {
    name: 'noop',
    capabilities: { shared: false, reclaim: 'by-idle-time', redeliversOnJoin: false },
    open: ({ clock }) => new NoopChannel(clock),
  };
}
