// npm run bench:controller [-- --quick --only=<scenario>]: what the controller runtime costs, beside the informer of
// Kubernetes' own client for JavaScript on the same server in the same run. All traffic stays on 127.0.0.1.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadOrCreateCertificates } from '@kubemin/apiserver';
import { Disposables, systemClock, systemRandom } from '@kubemin/base';
import { ControllerBench, type Scenario } from './controller/bench.ts';
import { cacheSync } from './controller/cache-sync.ts';
import { reconciles } from './controller/reconciles.ts';
import { takeOver } from './controller/take-over.ts';
import type { Finding } from './support/finding.ts';
import { findingsLine, findingsTable } from './support/report.ts';
import { runToEnd } from './support/run-to-end.ts';

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
