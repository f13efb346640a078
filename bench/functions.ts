// npm run bench:functions [-- --quick]: what the gateway of functions costs beside the instance itself and a bare reverse
// proxy, and how long calls wait that start an instance. Instances are processes of this machine: what a node adds to a new pod is
// part of bench:node. All traffic stays on 127.0.0.1.
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { parseArgs } from 'node:util';
import { core } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { functions } from '../cluster/functions/src/resources/index.ts';
import {
  applyFunction,
  type FunctionsCluster,
  isReady,
  nodeFunction,
  startFunctionsCluster,
  untilStatus,
} from '../cluster/functions/src/test-support/functions-cluster.ts';
import type { Finding } from './support/finding.ts';
import { interleave } from './support/interleave.ts';
import { findingsLine, findingsTable } from './support/report.ts';
import { runToEnd } from './support/run-to-end.ts';
import { compare, median, percentile } from './support/statistics.ts';

const DEADLINE_MS = 600_000;
const HOST = '127.0.0.1';
const CODE = 'export default ({ n }) => ({ n });';
const BODY = JSON.stringify({ n: 1 });
const CLIENTS = 16;

interface Called {
  readonly ms: number;
  readonly status: number;
  readonly cold: boolean;
}

/** One call, over a connection of the agent. */
function call(url: string, agent: Agent): Promise<Called> {
  const { promise, resolve, reject } = Promise.withResolvers<Called>();
  const begun = performance.now();
  const headers = { 'content-length': BODY.length };
  request(url, { method: 'POST', agent, headers }, (response) => {
    const cold = response.headers['x-function-cold'] === 'true';
    response
      .resume()
      .on('end', () => resolve({ ms: performance.now() - begun, status: response.statusCode ?? 0, cold }));
  })
    .on('error', reject)
    .end(BODY);
  return promise;
}

/** The least that a reverse proxy in Node does. */
async function startBareProxy(port: number) {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming;
    const upstream = request({ host: HOST, port, agent, method, path: url, headers }, (received: IncomingMessage) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const address = server.address();
  return {
    url: `http://${HOST}:${typeof address === 'object' ? address?.port : 0}`,
    close: () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

async function latencies(url: string, count: number): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true });
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) found.push((await call(url, agent)).ms);
  agent.destroy();
  return found;
}

async function throughput(url: string, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const begun = performance.now();
  let left = count;
  const run = async (): Promise<void> => {
    for (; left > 0; left -= 1) await call(url, agent);
  };
  await Promise.all(Array.from({ length: CLIENTS }, run));
  agent.destroy();
  return count / ((performance.now() - begun) / 1_000);
}

async function warmCalls(cluster: FunctionsCluster, scale: (count: number) => number): Promise<readonly Finding[]> {
  const scaling = { min: 1, max: 1 };
  await applyFunction(cluster.client, 'warm', nodeFunction(CODE, { scaling }));
  await untilStatus(cluster.client, 'warm', ({ readyInstances }) => readyInstances === 1);
  const pods = cluster.client.resource(core.v1.pods, 'default');
  const { items } = await pods.list({ labelSelector: 'functions.kubemin.io/function=warm' });
  const instance = await cluster.pods.process(`default/${items[0]?.metadata.name}`);
  const proxy = await startBareProxy(instance.port);
  const subjects = [`${cluster.url}/functions/warm`, instance.url, proxy.url];
  for (const url of subjects) await latencies(url, scale(300));
  const rounds = 5;
  const [ours = [], direct = [], bare = []] = await interleave(subjects, rounds, (url) => latencies(url, scale(1_000)));
  const [perSecond = [], , bareRate = []] = await interleave(subjects, rounds, (url) => throughput(url, scale(4_000)));
  proxy.close();
  const medians = (all: readonly (readonly number[])[]) => all.map((one) => median(one));
  return [
    { name: 'warm call, p50', unit: 'ms', ...compare(medians(ours), medians(direct)), than: 'instance', aim: '≤ 1.3×' },
    {
      name: 'warm call, p50, beside a proxy',
      unit: 'ms',
      ...compare(medians(ours), medians(bare)),
      than: 'bare proxy',
    },
    { name: 'warm call, p99', unit: 'ms', value: percentile(ours.flat(), 0.99), aim: '≤ 5 ms' },
    { name: `calls of ${CLIENTS} clients`, unit: '/s', ...compare(perSecond, bareRate), than: 'bare proxy' },
  ];
}

/** Calls of a function at zero instances, one at a time. */
async function coldCalls(cluster: FunctionsCluster, count: number, name: string): Promise<readonly number[]> {
  const pods = cluster.client.resource(core.v1.pods, 'default');
  const agent = new Agent({ keepAlive: true });
  const found: number[] = [];
  const scaling = { coldStart: 1, max: 1, decayPerSecond: 100_000 };
  await applyFunction(cluster.client, name, nodeFunction(CODE, { scaling }));
  await untilStatus(cluster.client, name, isReady);
  for (let index = 0; index < count; index += 1) {
    await eventually(async () => {
      const { items } = await pods.list({ labelSelector: `functions.kubemin.io/function=${name}` });
      return items.length === 0;
    });
    await eventually(() => cluster.isPoolFull(), { longestPauseMs: 10 });
    const { ms, cold, status } = await call(`${cluster.url}/functions/${name}`, agent);
    if (cold && status === 200) found.push(ms);
  }
  agent.destroy();
  return found;
}

async function parallelCalls(cluster: FunctionsCluster): Promise<number> {
  await cluster.client.resource(functions, 'default').delete('pooled');
  await applyFunction(cluster.client, 'parallel', nodeFunction(CODE, { scaling: { decayPerSecond: 100_000 } }));
  await untilStatus(cluster.client, 'parallel', ({ scaling }) => scaling?.instances === 0);
  const agent = new Agent({ keepAlive: true });
  const calls = Array.from({ length: 200 }, () => call(`${cluster.url}/functions/parallel`, agent));
  const failed = (await Promise.all(calls)).filter(({ status }) => status !== 200).length;
  agent.destroy();
  return failed;
}

async function run(): Promise<void> {
  const { values: flags } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
  const scale = (full: number): number => (flags.quick ? full / 10 : full);
  const findings: Finding[] = [];
  const pooled = await startFunctionsCluster({ poolSize: 1 });
  try {
    findings.push(...(await warmCalls(pooled, scale)));
    const fromPool = await coldCalls(pooled, scale(30), 'pooled');
    findings.push({ name: 'cold start from the pool, p50', unit: 'ms', value: median(fromPool), aim: '≤ 50 ms' });
    const failed = await parallelCalls(pooled);
    findings.push({ name: 'failed of 200 parallel calls at zero', unit: '', value: failed, aim: '0' });
  } finally {
    await pooled.close();
  }
  const bare = await startFunctionsCluster({ poolSize: 0 });
  try {
    const started = await coldCalls(bare, scale(30), 'started');
    findings.push({ name: 'cold start with a new process, p50', unit: 'ms', value: median(started), aim: '≤ 400 ms' });
  } finally {
    await bare.close();
  }
  const about = { bench: 'functions', node: process.version, quick: flags.quick };
  process.stdout.write(`${findingsTable(findings)}\n\n${findingsLine(about, findings)}\n`);
}

await runToEnd(run, DEADLINE_MS);
