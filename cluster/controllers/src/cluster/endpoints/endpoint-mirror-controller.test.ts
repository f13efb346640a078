import { core, discovery } from '@kubemin/kubeapi/resources';
import type { EndpointSubset } from '@kubemin/kubeapi/types/core.v1';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../../test-support/describe-cluster.ts';

describeCluster('Endpoints that were written by hand', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start();
  });
  afterAll(() => cluster.close());

  const services = () => cluster.client.resource(core.v1.services, 'default');
  const endpoints = () => cluster.client.resource(core.v1.endpoints, 'default');
  const listSlices = async (name: string) => {
    const slices = cluster.client.resource(discovery.v1.endpointslices, 'default');
    return (await slices.list({ labelSelector: `kubernetes.io/service-name=${name}` })).items;
  };
  const listAddresses = async (name: string) =>
    (await listSlices(name))
      .flatMap((slice) =>
        slice.endpoints.map(
          ({ addresses, conditions }) => `${slice.addressType} ${addresses[0]} ${conditions?.ready ? 'ready' : 'not'}`,
        ),
      )
      .toSorted();
  const write = (name: string, subsets: readonly EndpointSubset[], labels?: Readonly<Record<string, string>>) =>
    endpoints().create({
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { name, ...(labels && { labels }) },
      subsets,
    });
  const createService = (name: string) =>
    services().create({ apiVersion: 'v1', kind: 'Service', metadata: { name }, spec: { ports: [{ port: 80 }] } });

  test('are repeated in slices, follow what is written, and go with them or with the service', async () => {
    await createService('outside');
    const ports = [{ name: 'web', port: 8080 }];
    const addresses = [{ ip: '203.0.113.1' }, { ip: '2001:db8::1' }];
    await write('outside', [{ ports, addresses, notReadyAddresses: [{ ip: '203.0.113.2' }] }]);
    await eventually(() => listAddresses('outside'), { until: (list) => list.length === 3 });
    expect(await listAddresses('outside')).toEqual([
      'IPv4 203.0.113.1 ready',
      'IPv4 203.0.113.2 not',
      'IPv6 2001:db8::1 ready',
    ]);
    expect((await listSlices('outside'))[0]).toMatchObject({
      metadata: {
        labels: { 'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io' },
        ownerReferences: [{ kind: 'Endpoints', name: 'outside', controller: true }],
      },
      ports: [{ name: 'web', port: 8080, protocol: 'TCP' }],
    });
    const body = { subsets: [{ ports, addresses: [{ ip: '203.0.113.9' }] }] };
    await endpoints().patch('outside', { type: 'merge', body });
    await eventually(() => listAddresses('outside'), {
      until: (list) => list.length === 1 && list[0] === 'IPv4 203.0.113.9 ready',
    });
    await services().delete('outside');
    await eventually(() => listSlices('outside'), { until: (list) => list.length === 0 });
  });

  test('stay alone where they ask for it', async () => {
    await createService('alone');
    const subsets = [{ ports: [{ port: 80 }], addresses: [{ ip: '203.0.113.1' }] }];
    await write('alone', subsets, { 'endpointslice.kubernetes.io/skip-mirror': 'true' });
    await createService('mirrored');
    await write('mirrored', subsets);
    // By then the first was looked at, too.
    await eventually(() => listSlices('mirrored'), { until: (list) => list.length === 1 });
    expect(await listSlices('alone')).toEqual([]);
  });
});
