import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createInformer } from '@kubemin/kube';
import { core, discovery, networking } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { SIMULATED_LABEL } from '../../simulated/simulated-node.ts';
import { IngressController } from '../ingress/ingress-controller.ts';
import { reachableEndpoints } from './reachable-endpoints.ts';
import { runServiceProxy } from './service-proxy.ts';
import { createUserSpaceProxy } from './user-space-proxy.ts';

const REAL = '127.244.7.1';
const SIMULATED = '127.244.7.2';
const SERVICE = '127.96.7.7';

/** What a page shows, its status where that is not 200, or why there is none. */
async function readPage(host: string, port: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const headers = { host: 'shop.test', connection: 'close' };
  get({ host, port, headers }, (response) => {
    text(response).then((body) => resolve(response.statusCode === 200 ? body : String(response.statusCode)), String);
  }).on('error', (error) => resolve('code' in error ? String(error.code) : error.message));
  return promise;
}

async function serveName(address: string, port: number): Promise<number> {
  const server = createServer((_request, response) => response.end(address)).listen(port, address);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const bound = server.address();
  return bound !== null && typeof bound === 'object' ? bound.port : 0;
}

/** The service proxy and the ingress controller over one cluster, whose Service has an endpoint on each of two nodes. */
async function startProxies() {
  const cluster = await startTestCluster({ controllers: false });
  const stop = new AbortController();
  const port = await serveName(REAL, 0);
  // It responds here, so that a request that reaches it is seen.
  await serveName(SIMULATED, port);
  const { client } = cluster;
  const common = { clock: systemClock, random: systemRandom, logger: silentLogger };
  const services = createInformer({ client: client.resource(core.v1.services), ...common });
  const slices = createInformer({ client: client.resource(discovery.v1.endpointslices), ...common });
  const nodes = createInformer({
    ...{ client: client.resource(core.v1.nodes), ...common },
    labelSelector: `${SIMULATED_LABEL}=true`,
  });
  const ingresses = createInformer({ client: client.resource(networking.v1.ingresses), ...common });
  for (const informer of [services, slices, nodes, ingresses]) informer.start(stop.signal);
  await Promise.all([services.synced, slices.synced, nodes.synced, ingresses.synced]);
  await client.resource(core.v1.services, 'default').create({
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' } },
    spec: { clusterIP: '10.96.7.7', externalIPs: [SERVICE], ports: [{ port }] },
  });
  await client.resource(discovery.v1.endpointslices, 'default').create({
    ...{ apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', addressType: 'IPv4' },
    metadata: { name: 'web-1', labels: { 'kubernetes.io/service-name': 'web' } },
    ports: [{ name: '', port, protocol: 'TCP' }],
    endpoints: [
      { addresses: [REAL], nodeName: 'machine', conditions: { ready: true } },
      { addresses: [SIMULATED], nodeName: 'simulated-node-1', conditions: { ready: true } },
    ],
  });
  await client.resource(networking.v1.ingresses, 'default').create({
    ...{ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'web' } },
    spec: { defaultBackend: { service: { name: 'web', port: { number: port } } } },
  });
  const endpointSlices = reachableEndpoints(slices, nodes);
  const proxy = createUserSpaceProxy({ clock: systemClock });
  const node = { name: 'machine', addresses: [], reserved: ['10.96.7.7'] };
  const running = runServiceProxy({ proxy, services, endpointSlices, node, ...common }, stop.signal);
  const controller = new IngressController({
    ...{ sources: { ingresses, services, endpointSlices }, ...common, addresses: [] },
    events: { record: () => undefined },
    writeStatus: async () => undefined,
  });
  const { httpPort = 0 } = await controller.listen({ host: '127.0.0.1', httpPort: 0 });
  onTestFinished(async () => {
    stop.abort();
    await running;
    await Promise.all([proxy.close(), controller.close()]);
    await cluster.close();
  });
  /** What several requests show, by the way they went. */
  const pages = async () => {
    const seen = { service: new Set<string>(), ingress: new Set<string>() };
    for (let count = 0; count < 6; count += 1) {
      seen.service.add(await readPage(SERVICE, port));
      seen.ingress.add(await readPage('127.0.0.1', httpPort));
    }
    return { service: [...seen.service].toSorted(), ingress: [...seen.ingress].toSorted() };
  };
  return { client, pages };
}

test('services and ingresses do not lead to endpoints on simulated nodes', async () => {
  const { client, pages } = await startProxies();
  // The node is not known to be simulated before it is registered.
  await eventually(pages, { until: ({ service, ingress }) => service.length === 2 && ingress.length === 2 });
  await client.resource(core.v1.nodes).create({
    ...{ apiVersion: 'v1', kind: 'Node' },
    metadata: { name: 'simulated-node-1', labels: { [SIMULATED_LABEL]: 'true' } },
  });
  const expected = { service: [REAL], ingress: [REAL] };
  await eventually(async () => expect(await pages()).toEqual(expected), { until: () => true });

  const slices = client.resource(discovery.v1.endpointslices, 'default');
  const body = { endpoints: [{ addresses: [SIMULATED], nodeName: 'simulated-node-1', conditions: { ready: true } }] };
  await slices.patch('web-1', { type: 'merge', body });
  const refused = { service: ['ECONNREFUSED'], ingress: ['503'] };
  await eventually(async () => expect(await pages()).toEqual(refused), { until: () => true });

  await client.resource(core.v1.nodes).delete('simulated-node-1');
  const reached = { service: [SIMULATED], ingress: [SIMULATED] };
  await eventually(async () => expect(await pages()).toEqual(reached), { until: () => true });
});
