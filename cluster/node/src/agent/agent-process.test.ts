import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { systemRandom } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { apps, core, networking } from '@kubemin/kubeapi/resources';
import type { Container } from '@kubemin/kubeapi/types/core.v1';
import { eventually, startTestCluster, temporaryDirectory } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ImageStore, imageArchitecture, makeNodeImage, NODE_IMAGE } from '../images/index.ts';
import { type Address, dialThrough, serveRelay } from '../relay/index.ts';
import { DEFAULT_NODE_NETWORK, findHostPrograms, startAnchor } from '../sandbox/index.ts';
import { missingNamespaces } from '../test-support/host-image.ts';
import { PROGRAM_DIRECTORIES, stopNode } from '../test-support/stop-node.ts';
import { type AgentConfig, agentSockets } from './agent-process.ts';
import { serveImages } from './image-service.ts';

const missing = await missingNamespaces();
const PROGRAM = join(import.meta.dirname, '../test-support/agent-program.ts');
const API_ADDRESS = '10.96.0.1';

interface PrivateNode {
  readonly client: KubeClient;
  readonly dial: string;
  /** Kills the agent with -9 and starts another one. */
  killAgent(): Promise<void>;
}

/** A cluster whose only node is an agent in a network of its own, which shares nothing with that of the machine. */
async function startPrivateNode(): Promise<PrivateNode> {
  const cluster = await startTestCluster({ transport: 'http', nodes: 0, serviceAccountTokens: true });
  const home = await temporaryDirectory();
  const at = (name: string): string => join(home.path, name);
  const directories = PROGRAM_DIRECTORIES;
  const programs = await findHostPrograms(directories);
  const place = { programs, directory: at('runtime'), network: DEFAULT_NODE_NETWORK };
  const store = await ImageStore.open({
    directory: at('images'),
    random: systemRandom,
    architecture: imageArchitecture(process.arch),
  });
  await makeNodeImage(store, { nodePath: process.execPath, nodeVersion: process.version, directories });
  const sockets = agentSockets(at('sockets'));
  const url = new URL(cluster.address.server);
  const relay = await serveRelay(sockets.api, { host: url.hostname, port: Number(url.port) });
  const images = await serveImages(sockets.images, { store });
  await mkdir(place.directory, { recursive: true });
  const anchor = await startAnchor(place);
  const config: AgentConfig = {
    ...{ name: 'machine', directory: home.path, sockets: at('sockets'), network: DEFAULT_NODE_NETWORK },
    ...{
      apiAddress: API_ADDRESS,
      ca: cluster.address.ca,
      token: cluster.address.token,
      componentsToken: cluster.address.token,
      dnsAddress: '10.96.0.10',
    },
  };
  const start = async () => {
    const [program = '', ...words] = [
      ...anchor.enter,
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      PROGRAM,
    ];
    const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.write(`${JSON.stringify(config)}\n`);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    child.stdout.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`the agent ended with ${code}`)));
    await promise;
    const exited = new Promise((done) => child.once('exit', done));
    return { child, exited };
  };
  let agent = await start();
  onTestFinished(async () => {
    agent.child.stdin.end();
    await agent.exited;
    await stopNode(place.directory);
    await Promise.all([relay[Symbol.asyncDispose](), images[Symbol.asyncDispose](), cluster.close()]);
    await home.remove();
  });
  return {
    client: cluster.client,
    dial: sockets.dial,
    killAgent: async () => {
      agent.child.kill('SIGKILL');
      await agent.exited;
      agent = await start();
    },
  };
}

/** The body of a page at an address inside the private network. */
async function fetchInside(dial: string, address: Address, host: string): Promise<string> {
  const socket = await dialThrough(dial, address);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const headers = { host, connection: 'close' };
  const asked = request({ createConnection: () => socket, path: '/', headers }, (response) => {
    text(response).then(resolve, reject);
  });
  asked.on('error', reject).end();
  return promise;
}

/** A Deployment of a program for Node that listens on port 8080, and its Service on port 80. */
async function deploy(client: KubeClient, name: string, program: string): Promise<void> {
  const labels = { app: name };
  const container: Container = {
    ...{ name: 'main', image: NODE_IMAGE, imagePullPolicy: 'IfNotPresent', command: ['node', '-e', program] },
    readinessProbe: { httpGet: { path: '/ready', port: 8080 }, periodSeconds: 1 },
  };
  await client.resource(apps.v1.deployments, 'default').create({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { terminationGracePeriodSeconds: 1, containers: [container] } },
    },
  });
  await client.resource(core.v1.services, 'default').create({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name },
    spec: { selector: labels, ports: [{ port: 80, targetPort: 8080 }] },
  });
}

const API = `require('http').createServer((q, r) => r.end(process.env.HOSTNAME)).listen(8080)`;
/** Shows what the API, found by its name, returned. */
const WEB = `const http = require('http');
http.createServer((q, r) => {
  if (q.url === '/ready') return r.end('ok');
  http.get('http://api/', (a) => { r.write('web shows '); a.pipe(r); }).on('error', (e) => { r.statusCode = 502; r.end(e.message); });
}).listen(8080)`;

describe.skipIf(missing !== undefined)(
  `an agent in its own network${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    test('a page comes through ingress, service and DNS from pods, also after the agent was killed', async () => {
      const { client, dial, killAgent } = await startPrivateNode();
      await deploy(client, 'api', API);
      await deploy(client, 'web', WEB);
      const backend = { service: { name: 'web', port: { number: 80 } } };
      await client.resource(networking.v1.ingresses, 'default').create({
        apiVersion: 'networking.k8s.io/v1',
        kind: 'Ingress',
        metadata: { name: 'shop' },
        spec: {
          ingressClassName: 'kubemin',
          rules: [{ host: 'shop.localhost', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
        },
      });
      const node = { host: DEFAULT_NODE_NETWORK.nodeAddress, port: 80 };
      const page = (): Promise<string> => fetchInside(dial, node, 'shop.localhost').catch(String);
      const podsOf = async () => (await client.resource(core.v1.pods, 'default').list()).items;
      await eventually(page, { until: (shown) => shown.startsWith('web shows api-') });
      await eventually(async () => (await podsOf()).every(({ status }) => status?.containerStatuses?.[0]?.ready));
      const before = (await podsOf()).map(({ metadata }) => metadata.uid).toSorted();
      expect(before).toHaveLength(4);
      await killAgent();
      await eventually(page, { until: (shown) => shown.startsWith('web shows api-') });
      const after = await podsOf();
      expect(after.map(({ metadata }) => metadata.uid).toSorted()).toEqual(before);
      expect(after.map(({ status }) => status?.containerStatuses?.[0]?.restartCount)).toEqual([0, 0, 0, 0]);
    });
  },
);
