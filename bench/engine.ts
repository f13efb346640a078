// npm run bench:engine [-- --quick --only=<scenario> --concurrency=<n> --profile=<directory>]: what durable work costs on
// the engine, beside BullMQ, graphile-worker and pg-boss in the same run. All servers are its own, on 127.0.0.1.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Disposables } from '@kubemin/base';
import { startPostgres, startRedis } from '@kubemin/testing';
import { Bench, type Scenario, type Services } from './engine/bench.ts';
import { handOff } from './engine/hand-off.ts';
import { latency } from './engine/latency.ts';
import { limits } from './engine/limits.ts';
import { memory } from './engine/memory.ts';
import { throughput } from './engine/throughput.ts';
import type { Finding } from './support/finding.ts';
import { findingsLine, findingsTable } from './support/report.ts';
import { runToEnd } from './support/run-to-end.ts';

const SCENARIOS: Readonly<Record<string, Scenario>> = { limits, throughput, latency, handoff: handOff, memory };

/** Nothing here takes this long unless something hangs. */
const DEADLINE_MS = 30 * 60_000;

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    concurrency: { type: 'string', default: '10' },
    profile: { type: 'string' },
  },
});

async function startServices(open: Disposables): Promise<Services> {
  const [postgres, redisAlways, redisDefaults] = await Promise.all([
    startPostgres({ fsync: 'on', full_page_writes: 'on', shared_buffers: '128MB' }),
    startRedis({ appendfsync: 'always' }),
    startRedis({ appendonly: 'no', save: '3600 1 300 100 60 10000' }),
  ]);
  for (const service of [postgres, redisAlways, redisDefaults]) open.add(() => service.close());
  return { postgres, redisAlways, redisDefaults };
}

async function run(open: Disposables): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'kubemin-bench-'));
  open.add(() => rm(directory, { recursive: true, force: true }));
  const services = await startServices(open);
  const rounds = flags.quick ? 3 : 5;
  const concurrency = Number(flags.concurrency);
  const findings: Finding[] = [];
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (flags.only !== undefined && flags.only !== name) continue;
    const started = performance.now();
    // What one scenario leaves running would disturb the next.
    await using disposables = new Disposables();
    open.add(() => disposables.dispose());
    const bench = new Bench({
      rounds,
      concurrency,
      scale: (full) => (flags.quick ? full / 10 : full),
      flags: flags.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${flags.profile}`],
      directory,
      services,
      disposables,
    });
    findings.push(...(await scenario(bench)));
    process.stderr.write(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  }
  const about = { bench: 'engine', node: process.version, rounds, quick: flags.quick, concurrency };
  process.stdout.write(`${findingsTable(findings)}\n\n${findingsLine(about, findings)}\n`);
}

await runToEnd(run, DEADLINE_MS);
