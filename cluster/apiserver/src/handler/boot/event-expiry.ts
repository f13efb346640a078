import { isStatusError, type KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Event } from '@kubemin/kubeapi/types/core.v1';
import { objectPlace, type ServerParts } from '../../registry/index.ts';

const INTERVAL_MS = 60_000;
const LIFETIME_MS = 60 * 60_000;
/** Deleted at once at most; the rest waits for the next look. */
const BATCH = 1000;

/** Deletes events an hour after they were last seen. Returns a function that stops it. */
export function expireEvents(server: ServerParts): () => void {
  const { clock, logger } = server;
  let cancel = (): void => undefined;
  let stopped = false;
  const schedule = (): void => {
    if (!stopped) cancel = clock.after(INTERVAL_MS, () => void look());
  };
  const look = async (): Promise<void> => {
    try {
      await deleteExpired(server);
    } catch (error) {
      if (!stopped) logger.warn('old events could not be deleted, trying again later', { error });
    }
    schedule();
  };
  schedule();
  return () => {
    stopped = true;
    cancel();
  };
}

async function deleteExpired({ cache, clock, registry, resources }: ServerParts): Promise<void> {
  const events = resources.find(core.v1.events);
  if (events === undefined) return;
  const oldest = clock.now() - LIFETIME_MS;
  const expired = [...cache.collection(events.collection).list(undefined)].filter((event) => lastSeen(event) < oldest);
  await Promise.all(
    expired.slice(0, BATCH).map(async (event) => {
      try {
        const { resourceVersion } = event.metadata;
        // An event that happened again meanwhile stays.
        await registry.delete(events, objectPlace(event), {
          ...(resourceVersion !== undefined && { preconditions: { resourceVersion } }),
        });
      } catch (error) {
        if (!isStatusError(error, 'NotFound') && !isStatusError(error, 'Conflict')) throw error;
      }
    }),
  );
}

function lastSeen(object: KubeObject): number {
  const { creationTimestamp } = object.metadata;
  const { eventTime, firstTimestamp, lastTimestamp, series } = isEvent(object) ? object : {};
  const times = [creationTimestamp, eventTime, firstTimestamp, lastTimestamp, series?.lastObservedTime];
  return Math.max(...times.map((time) => (time === undefined || time === null ? 0 : Date.parse(time) || 0)));
}

function isEvent(object: KubeObject): object is Event {
  return object.kind === 'Event';
}
