// npm run bench:server [-- --quick --profile=<directory>]: what the platform's REST API costs beside a bare fastify that
// answers the same bytes, measured in the same run. All traffic stays on 127.0.0.1.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Disposables, systemRandom } from '@kubemin/base';
import { requestCosts } from './server/request-costs.ts';
import { findingsLine, findingsTable } from './support/report.ts';
import { runToEnd } from './support/run-to-end.ts';

/** Nothing here takes this long unless something hangs. */
const DEADLINE_MS = 15 * 60_000;

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, profile: { type: 'string' } },
});

async function run(open: Disposables): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'kubemin-bench-'));
  open.add(() => rm(directory, { recursive: true, force: true }));
  const rounds = flags.quick ? 3 : 5;
  const findings = await requestCosts({
    rounds,
    requests: flags.quick ? 300 : 1500,
    warmUp: flags.quick ? 300 : 2000,
    connections: 32,
    flags: flags.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${flags.profile}`],
    directory,
    token: systemRandom.uuid(),
    open,
  });
  const about = { bench: 'server', node: process.version, rounds, quick: flags.quick };
  process.stdout.write(`${findingsTable(findings)}\n\n${findingsLine(about, findings)}\n`);
}

await runToEnd(run, DEADLINE_MS);
