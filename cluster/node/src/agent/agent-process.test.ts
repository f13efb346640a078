import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { systemRandom } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { apps, core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, temporaryDirectory } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ImageStore, imageArchitecture, makeNodeImage, NODE_IMAGE } from '../images/index.ts';
import { dialThrough, serveRelay } from '../relay/index.ts';
import { DEFAULT_NODE_NETWORK, findHostPrograms, startAnchor, stopAnchor } from '../sandbox/index.ts';
import { missingNamespaces } from '../test-support/host-image.ts';
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
  const directories = ['/usr/sbin', '/usr/bin', '/sbin', '/bin'];
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
    ...{ apiAddress: API_ADDRESS, ca: cluster.address.ca, token: cluster.address.token },
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
    await stopAnchor(place);
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
async function fetchInside(dial: string, host: string, port: number): Promise<string> {
  const socket = await dialThrough(dial, { host, port });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const asked = request({ createConnection: () => socket, path: '/', headers: { connection: 'close' } }, (response) => {
    text(response).then(resolve, reject);
  });
  asked.on('error', reject).end();
  return promise;
}

const PAGE = `require('http').createServer((q, r) => r.end(process.env.HOSTNAME)).listen(8080)`;

describe.skipIf(missing !== undefined)(
  `an agent in its own network${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    test('a page of a Deployment is reached through its Service, by all its pods, also after the agent was killed', async () => {
      const { client, dial, killAgent } = await startPrivateNode();
      const labels = { app: 'web' };
      await client.resource(apps.v1.deployments, 'default').create({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web' },
        spec: {
          replicas: 2,
          selector: { matchLabels: labels },
          template: {
            metadata: { labels },
            spec: {
              containers: [
                { name: 'main', image: NODE_IMAGE, command: ['node', '-e', PAGE], ports: [{ containerPort: 8080 }] },
              ],
            },
          },
        },
      });
      const service = await client.resource(core.v1.services, 'default').create({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'web' },
        spec: { selector: labels, ports: [{ port: 80, targetPort: 8080 }] },
      });
      const address = service.spec?.clusterIP ?? '';
      const pages = new Set<string>();
      await eventually(async () => {
        pages.add(await fetchInside(dial, address, 80).catch(() => ''));
        return [...pages].filter((page) => page.startsWith('web-')).length === 2;
      });
      const before = (await client.resource(core.v1.pods, 'default').list()).items
        .map(({ metadata }) => metadata.name)
        .toSorted();
      await killAgent();
      await eventually(async () => before.includes(await fetchInside(dial, address, 80).catch(() => '')));
      const pods = (await client.resource(core.v1.pods, 'default').list()).items;
      expect(pods.map(({ metadata }) => metadata.name).toSorted()).toEqual(before);
      expect(pods.map(({ status }) => status?.containerStatuses?.[0]?.restartCount)).toEqual([0, 0]);
    });
  },
);
