// npm run bench:engine [-- --quick --only=<scenario> --concurrency=<n> --profile=<directory>]: what durable work costs on
// the engine, beside BullMQ, graphile-worker and pg-boss in the same run. All servers are its own, on 127.0.0.1.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Disposables } from '@kubemin/base';
import { startPostgres, startRedis } from '@kubemin/testing';
import { Bench, figures, type Scenario, type Services } from './engine/bench.ts';
import { ENGINES, PEERS } from './engine/contenders.ts';
import { limits } from './engine/limits.ts';
import { throughput } from './engine/throughput.ts';
import type { Finding } from './support/finding.ts';
import { findingsLine, findingsTable } from './support/report.ts';
import { runToEnd } from './support/run-to-end.ts';
import { median } from './support/statistics.ts';

const HAND_OFF_RUNS = 400;
const HAND_OFF_WARM_UP = 200;
const STEPS = 10;

/** From one step's return to the next step's begin, with the end of one and the start of the other stored in between. */
const handOff: Scenario = async (bench) => {
  const { scale, concurrency } = bench.options;
  const effort = {
    tasks: scale(HAND_OFF_RUNS),
    warmUp: scale(HAND_OFF_WARM_UP),
    steps: STEPS,
    outstanding: concurrency,
  };
  const results = await bench.race(ENGINES, effort);
  return results.flatMap((result): readonly Finding[] => {
    const { label } = result.contender;
    const p99 = median(figures(result, 'handOffP99Ms'));
    const name = `${label}: hand-off between steps, ${concurrency} runs at once`;
    return [
      { name: `${name}, p50`, unit: 'ms', value: median(figures(result, 'handOffP50Ms')) },
      { name: `${name}, p99`, unit: 'ms', value: p99, aim: '≤ 20' },
      { name: `${label}: steps`, unit: '/s', value: median(figures(result, 'perSecond')) * STEPS },
    ];
  });
};

const LATENCY_TASKS = 1000;
const LATENCY_WARM_UP = 500;

/** From exec to done when there is nothing else to do: one task after the other. */
const latency: Scenario = async (bench) => {
  const { scale } = bench.options;
  const effort = { tasks: scale(LATENCY_TASKS), warmUp: scale(LATENCY_WARM_UP), outstanding: 1 };
  const results = await bench.race([...ENGINES, ...PEERS], effort);
  return results.flatMap((result): readonly Finding[] => {
    const { label } = result.contender;
    return [
      { name: `${label}: exec to done alone, p50`, unit: 'ms', value: median(figures(result, 'p50Ms')) },
      { name: `${label}: exec to done alone, p99`, unit: 'ms', value: median(figures(result, 'p99Ms')) },
    ];
  });
};

const MEMORY_RUNS = [10_000, 50_000, 100_000] as const;
const MEGABYTE = 1024 * 1024;

/** What the engine's process takes after so many runs: all of it, and what lives in it. */
const memory: Scenario = async (bench) => {
  const { scale, concurrency } = bench.options;
  const memoryAt = MEMORY_RUNS.map(scale);
  const [sqlite] = ENGINES;
  if (sqlite === undefined) return [];
  const effort = { memoryAt, warmUp: scale(1000), tasks: scale(1000), outstanding: 3 * concurrency };
  const measured = await bench.measure(sqlite, effort);
  const [first = 0] = memoryAt;
  const kinds = { live: 'lives in it', rss: 'is resident' } as const;
  return Object.entries(kinds).flatMap(([kind, words]) =>
    memoryAt.map((runs, index): Finding => {
      const value = (measured[`${kind}@${runs}`] ?? Number.NaN) / MEGABYTE;
      const base = (measured[`${kind}@${first}`] ?? Number.NaN) / MEGABYTE;
      const growth = { base, than: `${first.toLocaleString('en')} runs`, ratio: value / base, aim: '≤ 1.1' };
      return {
        name: `SQLite: after ${runs.toLocaleString('en')} runs ${words}`,
        unit: 'MB',
        value,
        ...(index > 0 && growth),
      };
    }),
  );
};

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
