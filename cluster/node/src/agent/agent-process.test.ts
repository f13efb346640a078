import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { KubeClient } from '@kubemin/kube';
import { apps, core, networking } from '@kubemin/kubeapi/resources';
import type { Container } from '@kubemin/kubeapi/types/core.v1';
import { eventually, missingNamespaces, parsePrometheus } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeNodeImage, NODE_IMAGE } from '../images/base-images.ts';
import { type Address, dialThrough } from '../network/relay/socket-relay.ts';
import { DEFAULT_NODE_NETWORK } from '../sandbox/anchor.ts';
import { fetchKubelet } from '../test-support/fetch-kubelet.ts';
import { startPrivateNode } from '../test-support/private-node.ts';
import { PROGRAM_DIRECTORIES } from '../test-support/stop-node.ts';

const missing = await missingNamespaces();
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
      const directories = PROGRAM_DIRECTORIES;
      const machine = { nodePath: process.execPath, nodeVersion: process.version, directories };
      const node = await startPrivateNode({ addImages: (store) => makeNodeImage(store, machine) });
      onTestFinished(() => node.close());
      const { client, dial } = node;
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
      const ingress = { host: DEFAULT_NODE_NETWORK.nodeAddress, port: 80 };
      const page = (): Promise<string> => fetchInside(dial, ingress, 'shop.localhost').catch(String);
      const listPods = async () => (await client.resource(core.v1.pods, 'default').list()).items;
      await eventually(page, { until: (shown) => shown.startsWith('web shows api-') });
      await eventually(async () => (await listPods()).every(({ status }) => status?.containerStatuses?.[0]?.ready));
      const before = (await listPods()).map(({ metadata }) => metadata.uid).toSorted();
      expect(before).toHaveLength(4);
      await node.restart();
      await eventually(page, { until: (shown) => shown.startsWith('web shows api-') });
      const after = await listPods();
      expect(after.map(({ metadata }) => metadata.uid).toSorted()).toEqual(before);
      expect(after.map(({ status }) => status?.containerStatuses?.[0]?.restartCount)).toEqual([0, 0, 0, 0]);

      // Pods read the kubelet API over the network, with a token.
      const probedPods = async (): Promise<readonly unknown[]> => {
        const samples = parsePrometheus(await fetchKubelet(node, '/metrics/probes'));
        const counts = samples.filter(
          ({ name, labels }) => name === 'prober_probe_total' && labels.result === 'successful',
        );
        return counts.map(({ labels }) => labels.pod).toSorted();
      };
      const names = after.map(({ metadata }) => metadata.name).toSorted();
      expect(await eventually(probedPods, { until: (probed) => probed.length === names.length })).toEqual(names);
      for (const path of ['/metrics', '/metrics/cadvisor', '/metrics/resource']) {
        expect(parsePrometheus(await fetchKubelet(node, path)).length).toBeGreaterThan(5);
      }
      expect(await fetchKubelet(node, '/logs/?query=kubelet&tailLines=1')).toMatch(/^\{"time":"\d{4}-/);
      expect(await fetchKubelet({ ...node, token: 'none' }, '/metrics')).toBe('Unauthorized');
    });
  },
);
