import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { NoopChannel, noopQueueDriver } from '../noop/noop-channel.ts';
import type { QueueDriver } from '../queue-driver.ts';
import { channelName } from '../queue-settings.ts';
import { decodeAnnouncement } from '../task-announcement.ts';
import type { QueueBackend } from './queue-backend.ts';

/** Memory of this process. All instances of a test share it, as several parts of one process would. */
export const noopBackend: QueueBackend = {
  name: 'noop',
  missing: undefined,
  hasServer: false,
  start: async () => {
    const channels = new Map<string, NoopChannel>();
    const driver = (): QueueDriver => ({
      ...noopQueueDriver(),
      open: ({ settings, clock }) => {
        const name = channelName(settings);
        const channel = channels.get(name) ?? new NoopChannel(clock);
        channels.set(name, channel);
        return channel;
      },
    });
    return {
      driver,
      // This queue lives in one process, so no consumer can die without it; one that never calls again comes closest.
      crashConsumer: async (settings) => {
        const context = { settings, clock: systemClock, random: systemRandom, logger: silentLogger };
        const subscription = driver().open(context).subscribe('crashed');
        const { signal } = new AbortController();
        const [message] = await subscription.read({ count: 1, blockMs: 1_000, signal });
        return decodeAnnouncement(message?.payload ?? '').taskId;
      },
      close: async () => undefined,
    };
  },
};
