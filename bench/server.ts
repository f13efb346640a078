// npm run bench:server [-- --quick --profile=<directory>]: what the platform's REST API costs beside a bare fastify that
// returns the same bytes, measured in the same run, and what it costs to send events to many clients. All traffic stays on 127.0.0.1.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Disposables, systemRandom } from '@kubemin/base';
import { createPlatformClient } from '@kubemin/client';
import { startTestCluster } from '@kubemin/testing';
import { applicationName, type Stock } from './server/endpoints.ts';
import { fanOutCosts } from './server/fan-out.ts';
import { requestCosts } from './server/request-costs.ts';
import { Subjects } from './server/subject.ts';
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
  // Here, so that what the cluster does is not counted as the server's.
  const cluster = await startTestCluster({ controllers: false, transport: 'http' });
  open.add(() => cluster.close());
  if (cluster.address === undefined) throw new Error('the cluster has no address');
  const subjects = new Subjects(
    flags.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${flags.profile}`],
    open,
  );
  const token = systemRandom.uuid();
  const server = await subjects.start('server-child', { directory, token, cluster: cluster.address });
  const stock = await fetchStock(server.port, token);
  const rounds = flags.quick ? 3 : 5;
  const requests = await requestCosts({
    rounds,
    requests: flags.quick ? 180 : 600,
    warmUp: flags.quick ? 200 : 800,
    connections: 32,
    server,
    stock,
    startBare: (settings) => subjects.start('bare-child', settings),
    directory,
    token,
    open,
  });
  const events = flags.quick ? 50 : 200;
  const deliveries = await fanOutCosts({ rounds, followers: 200, events, server, stock, token });
  const findings = [...requests, ...deliveries];
  const about = { bench: 'server', node: process.version, rounds, quick: flags.quick };
  process.stdout.write(`${findingsTable(findings)}\n\n${findingsLine(about, findings)}\n`);
}

/** What there is to ask for once the server has started. */
async function fetchStock(port: number, token: string): Promise<Stock> {
  const api = createPlatformClient({ url: `http://127.0.0.1:${port}`, token });
  const [application] = (await api.listApplications({ name: applicationName(0) })).applications;
  const [task] = (await api.listTasks(application?.id ?? '')).tasks;
  return { appId: application?.id ?? '', taskId: task?.id ?? '' };
}

await runToEnd(run, DEADLINE_MS);
