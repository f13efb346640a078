import { driveLoad, type LoadResult } from '../support/load.ts';
import { compare } from '../support/statistics.ts';
import type { Bench, Scenario, Subject } from './bench.ts';
import { configMapNames, requestFor } from './config-maps.ts';
import { CONNECTIONS } from './request-costs.ts';

const FEW = 1000;
const MANY = 100_000;

interface Round {
  readonly create: LoadResult;
  readonly get: LoadResult;
}

/** What a create and a get cost when there is a lot, against the same when there is little. */
export const growth: Scenario = async (bench) => {
  const many = await grown(bench, bench.options.scale(MANY));
  const few = await grown(bench, FEW);
  const subjects = [many, few];
  const { requests } = bench.options;
  for (const subject of subjects) await subject(10_000_000);
  const [large = [], small = []] = await bench.interleave(subjects, (subject, round) =>
    subject(20_000_000 + round * requests),
  );
  const compared = (verb: keyof Round) => ({
    ...compare(
      large.map((round) => round[verb].cpuMicros),
      small.map((round) => round[verb].cpuMicros),
    ),
    than: FEW.toLocaleString('en'),
    aim: '≤ 1.2',
  });
  const label = bench.options.scale(MANY).toLocaleString('en');
  return [
    { name: `create CPU with ${label} objects`, unit: 'µs', ...compared('create') },
    { name: `get CPU with ${label} objects`, unit: 'µs', ...compared('get') },
  ];
};

/** A server with this many objects; the number stays the same from round to round. */
async function grown(bench: Bench, objects: number): Promise<(from: number) => Promise<Round>> {
  const subject: Subject = await bench.serve('server-child', await bench.seeded(objects));
  const connections = await subject.connect(CONNECTIONS);
  return async (from) => {
    const names = configMapNames(from, bench.options.requests);
    const drive = (verb: 'create' | 'get' | 'delete'): Promise<LoadResult> =>
      driveLoad({ child: subject.child, connections, requests: names.map((name) => requestFor[verb](name)) });
    const create = await drive('create');
    const get = await drive('get');
    await drive('delete');
    return { create, get };
  };
}
