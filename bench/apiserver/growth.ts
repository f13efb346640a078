import { driveLoad, type Load } from '../support/load.ts';
import { driveSideBySide } from '../support/side-by-side.ts';
import { compare } from '../support/statistics.ts';
import type { Bench, Scenario } from './bench.ts';
import { configMapNames, requestFor } from './config-maps.ts';
import { CONNECTIONS } from './request-costs.ts';

const FEW = 1000;
const MANY = 100_000;

const VERBS = ['create', 'get'] as const;

/** What a create and a get cost when there is a lot, against the same when there is little. */
export const growth: Scenario = async (bench) => {
  const many = bench.options.scale(MANY);
  const sides = [await grown(bench, many), await grown(bench, FEW)];
  const rounds: (readonly (readonly number[])[])[] = [];
  for (let round = -1; round < bench.options.rounds; round += 1) {
    const names = configMapNames(20_000_000 + round * bench.options.requests, bench.options.requests);
    const costs: (readonly number[])[] = [];
    for (const verb of VERBS) {
      const results = await driveSideBySide(
        sides,
        names.map((name) => requestFor[verb](name)),
      );
      costs.push(results.map(({ cpuMicros }) => cpuMicros));
    }
    // The number of objects stays the same from round to round.
    for (const side of sides) await driveLoad({ ...side, requests: names.map(requestFor.delete) });
    // The first one warms up.
    if (round >= 0) rounds.push(costs);
  }
  return VERBS.map((verb, index) => ({
    name: `${verb} CPU with ${many.toLocaleString('en')} objects`,
    unit: 'µs',
    ...compare(of(rounds, index, 0), of(rounds, index, 1)),
    than: FEW.toLocaleString('en'),
    aim: '≤ 1.2',
  }));
};

function of(rounds: readonly (readonly (readonly number[])[])[], verb: number, side: number): readonly number[] {
  return rounds.map((round) => round[verb]?.[side] ?? Number.NaN);
}

/** A server with this many objects. */
async function grown(bench: Bench, objects: number): Promise<Omit<Load, 'requests'>> {
  const { child, connect } = await bench.serve('server-child', await bench.seeded(objects));
  return { child, connections: await connect(CONNECTIONS) };
}
