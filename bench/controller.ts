// npm run bench:controller [-- --quick --only=<scenario>]: what the controller runtime costs, beside the informer of
// Kubernetes' own client for JavaScript on the same server in the same run. All traffic stays on 127.0.0.1.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadOrCreateCertificates } from '@kubemin/apiserver';
import { Disposables, systemClock, systemRandom } from '@kubemin/base';
import { ControllerBench, type Scenario, type Values } from './controller/bench.ts';
import type { Finding } from './support/finding.ts';
import { interleave } from './support/interleave.ts';
import { findingsLine, findingsTable } from './support/report.ts';
import { runToEnd } from './support/run-to-end.ts';
import { compare, median } from './support/statistics.ts';

const CACHED_OBJECTS = 50_000;
const THAN = 'client-node';

/** What it takes to have 50,000 objects in a cache, beside the informer of Kubernetes' own client. */
const cacheSync: Scenario = async (bench) => {
  const objects = bench.options.scale(CACHED_OBJECTS);
  const access = await bench.serverWith(objects);
  const children = ['kubemin-sync-child', 'client-node-sync-child'];
  const [ours = [], theirs = []] = await interleave(children, bench.options.rounds, (script) =>
    bench.runChild(script, { ...access, objects }),
  );
  const of = (name: string) => (rounds: readonly Values[]) => rounds.map((values) => values[name] ?? Number.NaN);
  const beside = (name: string) => ({ ...compare(of(name)(ours), of(name)(theirs)), than: THAN });
  const label = objects.toLocaleString('en');
  return [
    { name: `sync of ${label} objects`, unit: 'ms', ...beside('syncMs') },
    { name: `CPU of the sync of ${label} objects`, unit: 'ms', ...beside('cpuMs') },
    { name: 'live memory per cached object (1 KB of JSON)', unit: 'B', ...beside('bytesPerObject') },
  ];
};

const RECONCILED_OBJECTS = 10_000;

/** How fast a manager hands keys to a reconciler that does nothing, and how long keys wait beside a hot one. */
const reconciles: Scenario = async (bench) => {
  const { rounds, scale } = bench.options;
  const objects = scale(RECONCILED_OBJECTS);
  const access = await bench.serverWith(objects);
  const [found = []] = await interleave(['reconcile-child'], rounds, (script) =>
    bench.runChild(script, { ...access, objects, passes: 10 }),
  );
  const [waits = []] = await interleave(['queue-child'], rounds, (script) =>
    bench.runChild(script, { keys: 1_000, rounds: scale(20) }),
  );
  const of = (name: string) => median(found.map((values) => values[name] ?? Number.NaN));
  const waited = (name: string) => median(waits.map((values) => values[name] ?? Number.NaN));
  const label = objects.toLocaleString('en');
  return [
    { name: `no-op reconciles of ${label} objects`, unit: '/s', value: of('perSecond') },
    { name: 'CPU per no-op reconcile', unit: 'µs', value: of('cpuMicros') },
    { name: `start to ${label} reconciled`, unit: 'ms', value: of('firstMs') },
    { name: 'wait in the queue beside a hot key, p50', unit: 'ms', value: waited('p50Ms') },
    { name: 'wait in the queue beside a hot key, p99', unit: 'ms', value: waited('p99Ms') },
  ];
};

const LEASE_MS = 2_000;

/** How long no manager works after a leader has died: until another has the lease, full caches and its first key. */
const takeOver: Scenario = async (bench) => {
  const access = await bench.serverWith(1);
  const gaps: number[] = [];
  let leader = bench.start('leader-child', { ...access, identity: 'candidate-0', leaseDurationMs: LEASE_MS });
  await leader.result();
  for (let round = 1; round <= bench.options.rounds; round += 1) {
    const identity = `candidate-${round}`;
    const next = bench.start('leader-child', { ...access, identity, leaseDurationMs: LEASE_MS });
    await bench.settled();
    await leader.stop();
    const died = performance.now();
    await next.result();
    gaps.push(performance.now() - died);
    leader = next;
  }
  return [{ name: `take-over from a dead leader (lease of ${LEASE_MS / 1000} s)`, unit: 'ms', value: median(gaps) }];
};

const SCENARIOS: Readonly<Record<string, Scenario>> = { sync: cacheSync, reconcile: reconciles, leader: takeOver };

/** Nothing here takes this long unless something hangs. */
const DEADLINE_MS = 15 * 60_000;

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
});

async function run(open: Disposables): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'kubemin-bench-'));
  open.add(() => rm(directory, { recursive: true, force: true }));
  const certificates = join(directory, 'certificates');
  await mkdir(certificates);
  const parts = { clock: systemClock, random: systemRandom };
  const { ca } = await loadOrCreateCertificates({ ...parts, directory: certificates, hosts: [] });
  const rounds = flags.quick ? 3 : 5;
  const findings: Finding[] = [];
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (flags.only !== undefined && flags.only !== name) continue;
    // What one scenario leaves running would disturb the next.
    await using own = new Disposables();
    open.add(() => own.dispose());
    const scale = (full: number): number => (flags.quick ? full / 10 : full);
    const token = systemRandom.uuid();
    const bench = new ControllerBench({ rounds, scale, directory, certificates, ca, token, open: own });
    findings.push(...(await scenario(bench)));
  }
  const about = { bench: 'controller', node: process.version, rounds, quick: flags.quick };
  process.stdout.write(`${findingsTable(findings)}\n\n${findingsLine(about, findings)}\n`);
}

await runToEnd(run, DEADLINE_MS);
