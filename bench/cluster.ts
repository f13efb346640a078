// npm run bench:cluster [-- --quick --only=<scenario> --profile=<directory>]: a whole cluster with simulated nodes in one
// process, its objects in a file: how fast 10,000 pods come to life and go, what the scheduler does alone, what it costs
// to do nothing, and how fast applications are delivered through the platform.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Disposables } from '@kubemin/base';
import { applications } from './cluster/applications.ts';
import { applicationDocument, statefulDocument } from './cluster/applications-document.ts';
import { ClusterBench, type Scenario } from './cluster/bench.ts';
import { life } from './cluster/life.ts';
import type { Finding } from './support/finding.ts';
import { interleave } from './support/interleave.ts';
import { findingsLine, findingsTable } from './support/report.ts';
import { runToEnd } from './support/run-to-end.ts';
import { median } from './support/statistics.ts';

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  life: life(1000),
  scheduling: scheduling(1000),
  'large-life': life(5000),
  'large-scheduling': scheduling(5000),
  applications: applications('applications', applicationDocument),
  'stateful-applications': applications('applications with a database', statefulDocument),
};

/** Nothing here takes this long unless something hangs. */
const DEADLINE_MS = 60 * 60_000;

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string', default: '1' },
    profile: { type: 'string' },
  },
});

async function run(open: Disposables): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'kubemin-bench-'));
  open.add(() => rm(directory, { recursive: true, force: true }));
  const rounds = Number(flags.rounds);
  const bench = new ClusterBench({ rounds, quick: flags.quick, directory, profiles: flags.profile });
  const findings: Finding[] = [];
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (flags.only === undefined || flags.only === name) findings.push(...(await scenario(bench)));
  }
  const about = { bench: 'cluster', node: process.version, rounds, quick: flags.quick };
  process.stdout.write(`${findingsTable(findings)}\n\n${findingsLine(about, findings)}\n`);
}

await runToEnd(run, DEADLINE_MS);

/** How fast a scheduler that starts over many waiting pods gives them to so many nodes. */
function scheduling(nodes: number): Scenario {
  return async (bench) => {
    const size = bench.size(nodes);
    const pods = size.deployments * size.replicas;
    const [found = []] = await interleave(['scheduling-child'], bench.options.rounds, (script) =>
      bench.runChild(script, { ...size }),
    );
    const of = (name: string) => median(found.map((values) => values[name] ?? Number.NaN));
    const on = `${pods.toLocaleString('en')} pods on ${size.nodes.toLocaleString('en')} nodes`;
    return [
      { name: `${on}: scheduled`, unit: 'pods/s', value: pods / of('seconds'), aim: '≥ 1,000' },
      { name: `${on}: CPU per pod scheduled`, unit: 'µs', value: of('cpuMicros'), aim: '≤ 1,000' },
      { name: `${on}: event loop delay p99, scheduling`, unit: 'ms', value: of('loopDelayP99Ms') },
    ];
  };
}
