// Clients that follow a server over connections that break off at random. Argument: FollowersOptions as JSON.
import { systemClock, toError } from '@kubemin/base';
import { createPlatformClient, isTerminalEvent } from '@kubemin/client';
import { SeededRandom } from '@kubemin/testing';
import { breakingFetch } from '../../test-support/breaking-fetch.ts';
import type { FollowersMessage, FollowersOptions, History, Sightings } from './followers.ts';

const { url, token, clients, topics, runs, seed }: FollowersOptions = JSON.parse(process.argv[2] ?? '');
const random = new SeededRandom(seed);
const hasty = { ...systemClock, sleep: () => Promise.resolve() };
/** Many connections at once wait for their own process, which must not count as a server that does not respond. */
const AT_ONCE = 50;
let reconnects = 0;

process.on('disconnect', () => process.exit());

async function follow(ready: () => void): Promise<History> {
  const cut = (): number => 2_000 + random.below(60_000);
  const client = createPlatformClient({ url, token, clock: hasty, fetch: breakingFetch(cut) });
  const onReconnect = (): void => {
    reconnects += 1;
  };
  const seen = new Map<string, number[]>();
  let open = runs;
  for await (const { event } of client.followEvents({ topics, onReconnect })) {
    if (event.kind === 'reset') {
      if (event.reason !== 'start') throw new Error(`a client was reset: ${event.reason}`);
      ready();
    }
    if (event.kind !== 'task' && event.kind !== 'job') continue;
    const sequences = seen.get(event.taskId) ?? [];
    seen.set(event.taskId, sequences);
    sequences.push(event.sequence);
    if (isTerminalEvent(event)) open -= 1;
    if (open === 0) break;
  }
  return Object.fromEntries(seen);
}

async function followAll(): Promise<Sightings> {
  const histories: Promise<History>[] = [];
  while (histories.length < clients) {
    const wave = Array.from({ length: Math.min(AT_ONCE, clients - histories.length) }, () => {
      const ready = Promise.withResolvers<void>();
      const history = follow(ready.resolve);
      histories.push(history);
      return Promise.race([ready.promise, history]);
    });
    await Promise.all(wave);
  }
  send({ kind: 'ready' });
  const alike = Map.groupBy(await Promise.all(histories), (history) => JSON.stringify(Object.entries(history).sort()));
  return {
    reconnects,
    histories: [...alike.values()].flatMap(([history, ...others]) =>
      history === undefined ? [] : [{ clients: 1 + others.length, history }],
    ),
  };
}

function send(message: FollowersMessage): void {
  process.send?.(message);
}

await followAll().then(
  (sightings) => send({ kind: 'seen', ...sightings }),
  (thrown: unknown) => send({ kind: 'failed', reason: toError(thrown).stack ?? '' }),
);
process.disconnect();
