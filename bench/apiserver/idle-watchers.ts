import { compare } from '../support/statistics.ts';
import type { Scenario, Subject } from './bench.ts';
import { CONFIG_MAPS } from './config-maps.ts';

const WATCHERS = 1000;
const CONNECTIONS = 10;

/** 1,000 watches that have nothing to see: what each keeps in memory. */
export const idleWatchers: Scenario = async (bench) => {
  const server = await costOfWatchers(await bench.serve('server-child', await bench.directory()));
  const bare = await costOfWatchers(await bench.serve('bare-child', await bench.directory()));
  return [
    { name: '1,000 idle watchers: live memory', unit: 'KB each', ...compare([server.live], [bare.live]) },
    { name: '1,000 idle watchers: RSS', unit: 'KB each', ...compare([server.rss], [bare.rss]) },
  ];
};

async function costOfWatchers(subject: Subject): Promise<{ readonly live: number; readonly rss: number }> {
  const connections = await subject.connect(CONNECTIONS);
  const before = await subject.child.ask('collectGarbage');
  const each = Array.from({ length: WATCHERS / CONNECTIONS });
  await Promise.all(
    connections.flatMap((connection) => each.map(() => connection.follow(`${CONFIG_MAPS}?watch=1`, () => undefined))),
  );
  const after = await subject.child.ask('collectGarbage');
  for (const connection of connections) connection.close();
  return {
    live: (after.liveBytes - before.liveBytes) / WATCHERS / 1024,
    rss: (after.rssBytes - before.rssBytes) / WATCHERS / 1024,
  };
}
