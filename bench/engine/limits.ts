import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase, sql } from '@kubemin/sql';
import type { Finding } from '../support/finding.ts';
import { percentile } from '../support/statistics.ts';
import type { Bench, Scenario } from './bench.ts';
import { ENGINES } from './contenders.ts';

const SYNCS = 2000;
const ROUND_TRIPS = 3000;
const COMMITS = 3000;
const COUNTED = 500;
const PAGE = Buffer.alloc(4096, 1);

/** What bounds durable work here: the disk's syncs, PostgreSQL's round trips and commits, and how many of each a task takes. */
export const limits: Scenario = async (bench) => [
  ...(await diskLimits(bench)),
  ...(await postgresLimits(bench)),
  ...(await statementCounts(bench)),
];

async function diskLimits({ options: { directory, scale } }: Bench): Promise<readonly Finding[]> {
  const file = await open(join(directory, 'syncs'), 'w');
  const times: number[] = [];
  for (let index = 0; index < scale(SYNCS); index += 1) {
    const started = performance.now();
    await file.write(PAGE);
    await file.datasync();
    times.push(performance.now() - started);
  }
  await file.close();
  return [
    { name: 'disk: appending 4 KB and syncing', unit: '/s', value: perSecond(times) },
    { name: 'disk: one sync, p99', unit: 'ms', value: percentile(times, 0.99) },
  ];
}

async function postgresLimits({ options: { services, scale, concurrency } }: Bench): Promise<readonly Finding[]> {
  await using database = await openDatabase(services.postgres.url);
  const trips = await timed(scale(ROUND_TRIPS), () => sql`select 1`.execute(database.query));
  await sql`create table if not exists commits (id serial primary key, text text)`.execute(database.query);
  const insert = (): Promise<unknown> => sql`insert into commits (text) values ('row')`.execute(database.query);
  const one = await timed(scale(COMMITS), insert);
  const started = performance.now();
  const each = Math.ceil(scale(COMMITS) / concurrency);
  await Promise.all(Array.from({ length: concurrency }, () => timed(each, insert)));
  const many = (each * concurrency * 1000) / (performance.now() - started);
  return [
    { name: 'PostgreSQL: a round trip', unit: 'ms', value: percentile(trips, 0.5) },
    { name: 'PostgreSQL: commits of one row, one after the other', unit: '/s', value: perSecond(one) },
    { name: `PostgreSQL: commits of one row, ${concurrency} at once`, unit: '/s', value: many },
  ];
}

async function statementCounts(bench: Bench): Promise<readonly Finding[]> {
  const effort = { tasks: COUNTED, warmUp: 100, outstanding: 3 * bench.options.concurrency, countStatements: true };
  const findings: Finding[] = [];
  for (const contender of ENGINES) {
    const { statements = 0, transactions = 0, commits = 0 } = await bench.measure(contender, effort);
    findings.push(
      { name: `${contender.label}: SQL statements per task, begin and commit among them`, unit: '', value: statements },
      { name: `${contender.label}: transactions per task`, unit: '', value: transactions },
      { name: `${contender.label}: commits per task under load`, unit: '', value: commits },
    );
  }
  return findings;
}

async function timed(times: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const started = performance.now();
    await work();
    taken.push(performance.now() - started);
  }
  return taken;
}

function perSecond(times: readonly number[]): number {
  return (times.length * 1000) / times.reduce((sum, time) => sum + time, 0);
}
