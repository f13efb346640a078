import type { Scenario } from './bench.ts';
import { CONFIG_MAPS } from './config-maps.ts';
import { timeToReady } from './start-up.ts';

const OBJECTS = 50_000;
const MEGABYTE = 1024 * 1024;

/** What 50,000 objects cost a server that has just been started on them, before and after somebody listed them all. */
export const footprint: Scenario = async (bench) => {
  const objects = bench.options.scale(OBJECTS);
  const directory = await bench.seeded(objects);
  const ready = await timeToReady(bench, 'server-child', directory);
  const { child, connect } = await bench.serve('server-child', directory);
  const loaded = await child.ask('collectGarbage');
  const [connection] = await connect(1);
  await connection?.send({ method: 'GET', path: CONFIG_MAPS });
  const listed = await child.ask('collectGarbage');
  const label = objects.toLocaleString('en');
  return [
    { name: `start to ready with ${label} objects`, unit: 'ms', value: ready },
    { name: `RSS with ${label} objects`, unit: 'MB', value: loaded.rssBytes / MEGABYTE },
    { name: `live memory with ${label} objects`, unit: 'MB', value: loaded.liveBytes / MEGABYTE },
    { name: `RSS with ${label} objects, all listed`, unit: 'MB', value: listed.rssBytes / MEGABYTE },
  ];
};
