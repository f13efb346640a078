import { driveSideBySide } from '../support/side-by-side.ts';
import { compare } from '../support/statistics.ts';
import type { Scenario } from './bench.ts';
import { CONFIG_MAPS, configMapNames, requestFor } from './config-maps.ts';
import { CONNECTIONS } from './request-costs.ts';

const WATCHERS = 1000;
const WATCH_CONNECTIONS = 10;

/** 1,000 watches with selectors that match nothing of what is written, against none at all. */
export const selectiveWatchers: Scenario = async (bench) => {
  const watched = await bench.serve('server-child', await bench.directory());
  const lonely = await bench.serve('server-child', await bench.directory());
  const watching = await watched.connect(WATCH_CONNECTIONS);
  const watches = Array.from({ length: WATCHERS }, (_, index) =>
    watching[index % WATCH_CONNECTIONS]?.follow(`${CONFIG_MAPS}?watch=1&labelSelector=app%3Dother-${index}`, () => {
      throw new Error('a watch got an object that it does not select');
    }),
  );
  await Promise.all(watches);
  const subjects = await Promise.all(
    [watched, lonely].map(async (subject) => ({
      child: subject.child,
      connections: await subject.connect(CONNECTIONS),
    })),
  );
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = -1; round < bench.options.rounds; round += 1) {
    const names = configMapNames(20_000_000 + round * bench.options.requests, bench.options.requests);
    const [our, their] = await driveSideBySide(subjects, names.map(requestFor.create));
    // The first one warms up.
    if (round < 0 || our === undefined || their === undefined) continue;
    ours.push(our.cpuMicros);
    theirs.push(their.cpuMicros);
  }
  return [
    {
      name: 'create CPU, 1,000 watchers that match nothing',
      unit: 'µs',
      ...compare(ours, theirs),
      than: 'no watcher',
      aim: '= 1',
    },
  ];
};
