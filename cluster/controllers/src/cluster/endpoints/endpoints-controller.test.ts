import { apps, core, discovery } from '@kubemin/kubeapi/resources';
import type { Service } from '@kubemin/kubeapi/types/core.v1';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../../test-support/describe-cluster.ts';
import { deployment, template } from '../../test-support/workload.ts';

describeCluster('endpoints', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start();
  });
  afterAll(() => cluster.close());

  const endpoints = () => cluster.client.resource(core.v1.endpoints, 'default');
  const slices = async () =>
    (
      await cluster.client
        .resource(discovery.v1.endpointslices, 'default')
        .list({ labelSelector: 'kubernetes.io/service-name=web' })
    ).items;
  const addresses = async () =>
    ((await endpoints().find('web'))?.subsets ?? []).flatMap((subset) => (subset.addresses ?? []).map(({ ip }) => ip));
  const sliceAddresses = async () =>
    (await slices()).flatMap((slice) =>
      slice.endpoints.filter(({ conditions }) => conditions?.ready).flatMap((endpoint) => endpoint.addresses),
    );

  const service: Service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web' },
    spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] },
  };

  test('a service made before its pods gets their addresses, loses those that break, and leaves nothing behind', async () => {
    const services = cluster.client.resource(core.v1.services, 'default');
    const deployments = cluster.client.resource(apps.v1.deployments, 'default');
    await services.create(service);
    await deployments.create(deployment('web', 3));
    await eventually(async () => (await addresses()).length === 3 && (await sliceAddresses()).length === 3);
    const pods = (await cluster.client.resource(core.v1.pods, 'default').list({ labelSelector: 'app=web' })).items;
    const ips = pods.map(({ status }) => status?.podIP).toSorted();
    expect([(await addresses()).toSorted(), (await sliceAddresses()).toSorted()]).toEqual([ips, ips]);
    expect((await endpoints().get('web')).subsets?.[0]?.ports).toEqual([{ port: 8080, protocol: 'TCP' }]);

    const zones = async () =>
      (await slices()).flatMap((slice) => slice.endpoints.map(({ nodeName, zone }) => `${nodeName} ${zone}`));
    const nodes = cluster.client.resource(core.v1.nodes);
    const node = pods[0]?.spec?.nodeName ?? '';
    for (const zone of ['z1', 'z2', null]) {
      await nodes.patch(node, {
        type: 'merge',
        body: { metadata: { labels: { 'topology.kubernetes.io/zone': zone } } },
      });
      await eventually(async () => (await zones()).includes(`${node} ${zone ?? undefined}`));
    }

    const broken = template('web', { annotations: { 'kubemin.io/simulate': 'crash-loop' } });
    const body = { spec: { replicas: 1, strategy: { type: 'Recreate', rollingUpdate: null }, template: broken } };
    await deployments.patch('web', { type: 'strategic', body });
    await eventually(async () => (await addresses()).length === 0 && (await sliceAddresses()).length === 0);
    expect((await endpoints().get('web')).subsets?.flatMap((subset) => subset.addresses ?? []) ?? []).toEqual([]);

    await services.delete('web');
    await eventually(async () => (await endpoints().find('web')) === undefined && (await slices()).length === 0);
  });

  test("the endpoints of a service without a selector are its owner's business", async () => {
    const services = cluster.client.resource(core.v1.services, 'default');
    await services.create({ ...service, metadata: { name: 'manual' }, spec: { ports: [{ port: 80 }] } });
    const subsets = [{ addresses: [{ ip: '192.0.2.1' }], ports: [{ port: 80, protocol: 'TCP' }] }];
    await endpoints().create({ apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'manual' }, subsets });
    // Proof that the controller has looked since: it has served another service.
    await services.create({ ...service, metadata: { name: 'other' } });
    await eventually(() => endpoints().find('other'));
    expect((await endpoints().get('manual')).subsets).toEqual(subsets);
  });

  test('a pod is behind exactly the services all of whose labels it has, also after its labels change', async () => {
    const services = cluster.client.resource(core.v1.services, 'default');
    const pods = cluster.client.resource(core.v1.pods, 'default');
    const ports = [{ port: 80, targetPort: 8080 }];
    const both = { team: 'shop', tier: 'front' };
    await services.create({ ...service, metadata: { name: 'front' }, spec: { selector: both, ports } });
    await services.create({ ...service, metadata: { name: 'shop' }, spec: { selector: { team: 'shop' }, ports } });
    for (const [name, labels] of Object.entries({ one: both, two: { team: 'shop', tier: 'back' } })) {
      const spec = { containers: [{ name: 'main', image: 'app' }] };
      await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name, labels }, spec });
    }
    const behind = async (name: string) =>
      ((await endpoints().find(name))?.subsets ?? [])
        .flatMap(({ addresses: ready = [] }) => ready.map(({ targetRef }) => targetRef?.name))
        .toSorted()
        .join(' ');
    await eventually(async () => (await behind('front')) === 'one' && (await behind('shop')) === 'one two');
    await pods.patch('two', { type: 'merge', body: { metadata: { labels: { tier: 'front' } } } });
    await eventually(async () => (await behind('front')) === 'one two');
    await pods.patch('one', { type: 'merge', body: { metadata: { labels: { team: 'other' } } } });
    await eventually(async () => (await behind('front')) === 'two' && (await behind('shop')) === 'two');
  });
});
