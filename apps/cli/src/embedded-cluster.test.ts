import { networkInterfaces } from 'node:os';
import { Disposables, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { core, discovery } from '@kubemin/kubeapi/resources';
import { temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { advertisedAddress } from './advertised-address.ts';
import { dataDirectory } from './data-directory.ts';
import { startEmbeddedCluster } from './embedded-cluster.ts';
import { simulatedRuntime } from './node-runtime/simulated-runtime.ts';

let open: Disposables;
beforeEach(() => {
  open = new Disposables();
});
afterEach(() => open.dispose());

test('the service kubernetes leads to the port that was picked, and the authority for clients can be looked up', async () => {
  const { path, remove } = await temporaryDirectory();
  open.add(remove);
  const parts = { clock: systemClock, random: systemRandom, logger: silentLogger };
  const host = '127.0.0.1';
  const where = { directory: dataDirectory(path), host, port: 0 };
  const cluster = await startEmbeddedCluster({
    ...parts,
    ...where,
    adminToken: 'token',
    nodes: simulatedRuntime.nodes({ count: 1 }),
  });
  open.add(() => cluster.close());
  const ip = advertisedAddress(host, networkInterfaces());
  const port = Number(new URL(cluster.url).port);
  const { client } = cluster;
  const endpoints = await client.resource(core.v1.endpoints, 'default').find('kubernetes');
  const slice = await client.resource(discovery.v1.endpointslices, 'default').find('kubernetes');
  const expected =
    ip === undefined ? undefined : [{ addresses: [{ ip }], ports: [{ name: 'https', port, protocol: 'TCP' }] }];
  expect(endpoints?.subsets).toEqual(expected);
  expect(slice?.endpoints?.map(({ addresses }) => addresses)).toEqual(ip && [[ip]]);
  const facts = await client.resource(core.v1.configmaps, 'kube-system').get('extension-apiserver-authentication');
  expect(facts.data).toEqual({ 'client-ca-file': cluster.ca });
});
