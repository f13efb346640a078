import type { Finding } from '../support/finding.ts';
import { driveLoad, type Load, type LoadResult } from '../support/load.ts';
import { driveSideBySide } from '../support/side-by-side.ts';
import { compare, median } from '../support/statistics.ts';
import type { Scenario, Subject } from './bench.ts';
import { configMapNames, requestFor, VERBS } from './config-maps.ts';

/** How many clients there are, each with its own TLS connection and one request in flight. */
export const CONNECTIONS = 32;

type Verb = (typeof VERBS)[number];

const CPU_AIMS: Readonly<Partial<Record<Verb, string>>> = { get: '≤ 1.6', create: '≤ 2.5' };

const FIELDS = [
  ['cpuMicros', 'CPU per request', 'µs'],
  ['perSecond', 'throughput', '/s'],
  ['p50Ms', 'p50', 'ms'],
  ['p99Ms', 'p99', 'ms'],
  ['loopDelayP99Ms', 'event-loop delay p99', 'ms'],
] as const satisfies readonly (readonly [keyof LoadResult, string, string])[];

/** Create, get, patch and delete: how many per second, what each costs the server, how long each takes. */
export const requestCosts: Scenario = async (bench) => {
  const { requests: count, warmUp } = bench.options;
  const server = await connected(await bench.serve('server-child', await bench.directory()));
  const bare = await connected(await bench.serve('bare-child', await bench.directory()));
  // Code that has just been started is slow in ways that no long-running server is.
  for (const subject of [server, bare]) {
    const names = configMapNames(10_000_000, warmUp);
    for (const verb of VERBS) await driveLoad({ ...subject, requests: names.map((name) => requestFor[verb](name)) });
  }
  const rounds = new Map<Verb, readonly [LoadResult[], LoadResult[]]>(VERBS.map((verb) => [verb, [[], []]]));
  const [sqlite = []] = await bench.interleave(['sqlite-child' as const], async (script, round) => {
    const names = configMapNames(round * count, count);
    for (const [verb, [ours, theirs]] of rounds) {
      const requests = names.map((name) => requestFor[verb](name));
      const [our, their] = await driveSideBySide([server, bare], requests);
      if (our !== undefined && their !== undefined) {
        ours.push(our);
        theirs.push(their);
      }
    }
    return bench.start(script, { directory: await bench.directory(), writes: count, writers: CONNECTIONS }).result();
  });
  const [creates = []] = rounds.get('create') ?? [];
  return [
    ...[...rounds].flatMap(([verb, [ours, theirs]]) => verbFindings(verb, ours, theirs)),
    ...sqliteFindings(creates, sqlite),
  ];
};

async function connected(subject: Subject): Promise<Omit<Load, 'requests'>> {
  return { child: subject.child, connections: await subject.connect(CONNECTIONS) };
}

function verbFindings(verb: Verb, ours: readonly LoadResult[], theirs: readonly LoadResult[]): readonly Finding[] {
  const aim = CPU_AIMS[verb];
  return FIELDS.map(([field, label, unit]) => ({
    name: `${verb} ${label}`,
    unit,
    ...compare(
      ours.map((result) => result[field]),
      theirs.map((result) => result[field]),
    ),
    ...(field === 'cpuMicros' && aim !== undefined && { aim }),
  }));
}

function sqliteFindings(
  creates: readonly LoadResult[],
  sqlite: readonly Readonly<Record<string, number>>[],
): readonly Finding[] {
  const of = (name: string): readonly number[] => sqlite.map((values) => values[name] ?? Number.NaN);
  const compared = (field: 'perSecond' | 'cpuMicros') => ({
    ...compare(
      creates.map((result) => result[field]),
      of(field),
    ),
    than: 'SQLite',
  });
  return [
    { name: 'create throughput, to SQLite', unit: '/s', ...compared('perSecond') },
    { name: 'create CPU, to SQLite', unit: 'µs', ...compared('cpuMicros') },
    { name: 'SQLite commit p99', unit: 'ms', value: median(of('commitP99Ms')) },
  ];
}
