import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposables } from '@kubemin/base';
import type { Finding } from '../support/finding.ts';
import { H1Connection, type H1Request } from '../support/h1-connection.ts';
import { driveLoad, type Load, type LoadResult } from '../support/load.ts';
import { driveSideBySide } from '../support/side-by-side.ts';
import { compare } from '../support/statistics.ts';
import { ENDPOINTS, type Stock } from './endpoints.ts';
import type { BareSettings } from './settings.ts';
import type { Subject } from './subject.ts';

/** How much is measured, and of what. */
export interface RequestCostOptions {
  readonly rounds: number;
  /** Requests per endpoint and round. */
  readonly requests: number;
  readonly warmUp: number;
  readonly connections: number;
  readonly server: Subject;
  readonly stock: Stock;
  readonly startBare: (settings: BareSettings) => Promise<Subject>;
  readonly directory: string;
  readonly token: string;
  readonly open: Disposables;
}

type Side = Omit<Load<H1Request>, 'requests'>;

const FIELDS = [
  ['perSecond', 'requests', '/s'],
  ['cpuMicros', 'CPU per request', 'µs'],
  ['p50Ms', 'p50', 'ms'],
  ['p99Ms', 'p99', 'ms'],
  ['loopDelayP99Ms', 'event-loop delay p99', 'ms'],
] as const satisfies readonly (readonly [keyof LoadResult, string, string])[];

/** The main endpoints beside a bare fastify that returns the same bytes: how many per second, and what each costs. */
export async function requestCosts(options: RequestCostOptions): Promise<readonly Finding[]> {
  const { rounds, requests: count, warmUp, stock } = options;
  const server = makeSide(options.server, options);
  const bare = makeSide(await options.startBare(await bareSettings(server, options)), options);
  const findings: Finding[] = [];
  for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
    let turn = 0;
    const next = (length: number): readonly H1Request[] => Array.from({ length }, () => endpoint(stock, ++turn));
    // Code that has just been started is slow in ways that no long-running server is.
    for (const side of [server, bare]) await driveLoad({ ...side, requests: next(warmUp) });
    const [ours, theirs]: [LoadResult[], LoadResult[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const [our, their] = await driveSideBySide([server, bare], next(count));
      if (our !== undefined) ours.push(our);
      if (their !== undefined) theirs.push(their);
    }
    findings.push(...endpointFindings(name, ours, theirs));
  }
  return findings;
}

function makeSide({ child, port }: Subject, { connections, token, open }: RequestCostOptions): Side {
  const made = Array.from({ length: connections }, () => new H1Connection({ port, token }));
  for (const connection of made) open.add(() => connection.close());
  return { child, connections: made };
}

/** The server's response of each endpoint, in a file, for the bare one to return too. */
async function bareSettings({ connections }: Side, { directory, stock }: RequestCostOptions): Promise<BareSettings> {
  const responses: Record<string, unknown> = {};
  for (const endpoint of Object.values(ENDPOINTS)) {
    const request = endpoint(stock, 0);
    responses[`${request.method} ${request.path}`] = await connections[0]?.send(request);
  }
  const file = join(directory, 'responses.json');
  await writeFile(file, JSON.stringify(responses));
  return { responses: file };
}

function endpointFindings(
  name: string,
  ours: readonly LoadResult[],
  theirs: readonly LoadResult[],
): readonly Finding[] {
  return FIELDS.map(([field, label, unit]) => ({
    name: `${name}: ${label}`,
    unit,
    ...compare(
      ours.map((result) => result[field]),
      theirs.map((result) => result[field]),
    ),
  }));
}
