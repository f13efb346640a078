import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposables } from '@kubemin/base';
import { createPlatformClient } from '@kubemin/client';
import { BenchChild } from '../support/bench-child.ts';
import type { Finding } from '../support/finding.ts';
import { H1Connection, type H1Request } from '../support/h1-connection.ts';
import { driveLoad, type Load, type LoadResult } from '../support/load.ts';
import { driveSideBySide } from '../support/side-by-side.ts';
import { compare } from '../support/statistics.ts';
import { applicationName, ENDPOINTS, type Stock } from './endpoints.ts';
import type { BareSettings, ServerSettings } from './settings.ts';

/** How much is measured, and where. */
export interface RequestCostOptions {
  readonly rounds: number;
  /** Requests per endpoint and round. */
  readonly requests: number;
  readonly warmUp: number;
  readonly connections: number;
  /** Node's own flags for what is measured. */
  readonly flags: readonly string[];
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

/** The main endpoints beside a bare fastify that answers the same bytes: how many per second, and what each costs. */
export async function requestCosts(options: RequestCostOptions): Promise<readonly Finding[]> {
  const { rounds, requests: count, warmUp } = options;
  const settings: ServerSettings = { directory: options.directory, token: options.token };
  const server = await started('server-child', { ...settings }, options);
  const stock = await stockOf(server.port, options.token);
  const bare = await started('bare-child', { ...(await bareSettings(server.side, stock, options)) }, options);
  const findings: Finding[] = [];
  for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
    let turn = 0;
    const next = (length: number): readonly H1Request[] => Array.from({ length }, () => endpoint(stock, ++turn));
    // Code that has just been started is slow in ways that no long-running server is.
    for (const { side } of [server, bare]) await driveLoad({ ...side, requests: next(warmUp) });
    const [ours, theirs]: [LoadResult[], LoadResult[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const [our, their] = await driveSideBySide([server.side, bare.side], next(count));
      if (our !== undefined) ours.push(our);
      if (their !== undefined) theirs.push(their);
    }
    findings.push(...endpointFindings(name, ours, theirs));
  }
  return findings;
}

async function started(
  script: 'server-child' | 'bare-child',
  settings: Readonly<Record<string, unknown>>,
  { connections, flags, token, open }: RequestCostOptions,
): Promise<{ readonly port: number; readonly side: Side }> {
  const child = new BenchChild({ script: join(import.meta.dirname, `${script}.ts`), settings, flags });
  open.add(() => child.stop());
  const port = await child.port();
  const made = Array.from({ length: connections }, () => new H1Connection({ port, token }));
  for (const connection of made) open.add(() => connection.close());
  return { port, side: { child, connections: made } };
}

async function stockOf(port: number, token: string): Promise<Stock> {
  const api = createPlatformClient({ url: `http://127.0.0.1:${port}`, token });
  const [application] = (await api.listApplications({ name: applicationName(0) })).applications;
  const [task] = (await api.listTasks(application?.id ?? '')).tasks;
  return { appId: application?.id ?? '', taskId: task?.id ?? '' };
}

/** What the server answers to each endpoint, in a file, for the bare one to answer too. */
async function bareSettings(
  { connections }: Side,
  stock: Stock,
  { directory }: RequestCostOptions,
): Promise<BareSettings> {
  const answers: Record<string, unknown> = {};
  for (const endpoint of Object.values(ENDPOINTS)) {
    const request = endpoint(stock, 0);
    answers[`${request.method} ${request.path}`] = await connections[0]?.send(request);
  }
  const file = join(directory, 'answers.json');
  await writeFile(file, JSON.stringify(answers));
  return { answers: file };
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
