// npm run bench:apiserver [-- --quick --only=<scenario> --profile=<directory>]: what the API server costs beside a bare
// node:http2 server and bare SQLite, measured in the same run. All traffic stays on 127.0.0.1.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadOrCreateCertificates } from '@kubemin/apiserver';
import { Disposables, systemClock, systemRandom } from '@kubemin/base';
import { Bench, type Scenario } from './apiserver/bench.ts';
import { bundleChildren } from './apiserver/bundle.ts';
import { CONFIG_MAPS } from './apiserver/config-maps.ts';
import { fanOut } from './apiserver/fan-out.ts';
import { growth } from './apiserver/growth.ts';
import { idleWatchers } from './apiserver/idle-watchers.ts';
import { listCost } from './apiserver/list-cost.ts';
import { requestCosts } from './apiserver/request-costs.ts';
import { selectiveWatchers } from './apiserver/selective-watchers.ts';
import { startUp, timeToReady } from './apiserver/start-up.ts';
import type { Finding } from './support/finding.ts';
import { findingsLine, findingsTable } from './support/report.ts';
import { runToEnd } from './support/run-to-end.ts';

const OBJECTS = 50_000;
const MEGABYTE = 1024 * 1024;

/** What 50,000 objects cost a server that has just been started on them, before and after a list of all of them. */
const footprint: Scenario = async (bench) => {
  const objects = bench.options.scale(OBJECTS);
  const directory = await bench.seeded(objects);
  const ready = await timeToReady(bench, 'server-child', directory);
  const { child, connect } = await bench.serve('server-child', directory);
  const loaded = await child.ask('collectGarbage');
  const [connection] = await connect(1);
  await connection?.send({ method: 'GET', path: CONFIG_MAPS });
  const listed = await child.ask('collectGarbage');
  const label = objects.toLocaleString('en');
  return [
    { name: `start to ready with ${label} objects`, unit: 'ms', value: ready },
    { name: `RSS with ${label} objects`, unit: 'MB', value: loaded.rssBytes / MEGABYTE },
    { name: `live memory with ${label} objects`, unit: 'MB', value: loaded.liveBytes / MEGABYTE },
    { name: `RSS with ${label} objects, all listed`, unit: 'MB', value: listed.rssBytes / MEGABYTE },
  ];
};

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  requests: requestCosts,
  list: listCost,
  fanout: fanOut,
  idle: idleWatchers,
  start: startUp,
  footprint,
  growth,
  selective: selectiveWatchers,
};

/** Nothing here takes this long unless something hangs. */
const DEADLINE_MS = 15 * 60_000;

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, profile: { type: 'string' } },
});

async function run(open: Disposables): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'kubemin-bench-'));
  open.add(() => rm(directory, { recursive: true, force: true }));
  const [certificates, scripts] = [join(directory, 'certificates'), join(directory, 'scripts')];
  await mkdir(certificates);
  await bundleChildren(scripts);
  const { ca } = await loadOrCreateCertificates({
    directory: certificates,
    hosts: [],
    clock: systemClock,
    random: systemRandom,
  });
  const rounds = flags.quick ? 3 : 5;
  const findings: Finding[] = [];
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (flags.only !== undefined && flags.only !== name) continue;
    const started = performance.now();
    // What one scenario leaves running would disturb the next.
    await using disposables = new Disposables();
    open.add(() => disposables.dispose());
    const bench = new Bench({
      rounds,
      requests: flags.quick ? 400 : 3000,
      warmUp: flags.quick ? 1000 : 4000,
      flags: flags.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${flags.profile}`],
      scale: (full) => (flags.quick ? full / 10 : full),
      directory,
      scripts,
      ca,
      certificates,
      token: systemRandom.uuid(),
      disposables,
    });
    findings.push(...(await scenario(bench)));
    process.stderr.write(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  }
  const about = { bench: 'apiserver', node: process.version, rounds, quick: flags.quick, startedFrom: 'bundle' };
  process.stdout.write(`${findingsTable(findings)}\n\n${findingsLine(about, findings)}\n`);
}

await runToEnd(run, DEADLINE_MS);
