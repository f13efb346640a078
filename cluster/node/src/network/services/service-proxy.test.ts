import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createInformer } from '@kubemin/kube';
import { core, discovery } from '@kubemin/kubeapi/resources';
import { eventually, ManualClock, startTestCluster } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runServiceProxy, type ServiceProxy } from './service-proxy.ts';
import type { ServiceTable } from './service-table.ts';

test('a proxy follows services and slices of a cluster, and what failed is applied again', async () => {
  const cluster = await startTestCluster({ controllers: false });
  onTestFinished(() => cluster.close());
  const stop = new AbortController();
  const common = { clock: systemClock, random: systemRandom, logger: silentLogger };
  const services = createInformer({ client: cluster.client.resource(core.v1.services), ...common });
  const slices = cluster.client.resource(discovery.v1.endpointslices, 'default');
  const endpointSlices = createInformer({ client: slices, ...common });
  const applied: ServiceTable[] = [];
  let failing = false;
  const proxy: ServiceProxy = {
    apply: async (table) => {
      applied.push(table);
      if (failing) throw new Error('not now');
    },
    close: async () => undefined,
  };
  const clock = new ManualClock();
  const node = { name: 'n1', addresses: [] };
  const running = runServiceProxy({ proxy, services, endpointSlices, node, clock, logger: silentLogger }, stop.signal);
  expect(applied).toEqual([]);
  services.start(stop.signal);
  endpointSlices.start(stop.signal);

  await cluster.client.resource(core.v1.services).create({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { namespace: 'default', name: 'web' },
    spec: { clusterIP: '10.96.7.7', ports: [{ port: 80 }] },
  });
  await slices.create({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { namespace: 'default', name: 'web-1', labels: { 'kubernetes.io/service-name': 'web' } },
    addressType: 'IPv4',
    ports: [{ name: '', port: 8080, protocol: 'TCP' }],
    endpoints: [{ addresses: ['10.244.0.5'], conditions: { ready: true } }],
  });
  const endpoints = (): unknown => applied.at(-1)?.get('10.96.7.7/TCP/80')?.endpoints;
  /** Lets the time pass in which changes are collected, and much less than that after which a failure is tried again. */
  const expectEndpoints = (expected: unknown): Promise<void> =>
    eventually(
      async () => {
        await clock.advance(10);
        expect(endpoints()).toEqual(expected);
      },
      { until: () => true },
    );
  await expectEndpoints([{ address: '10.244.0.5', port: 8080 }]);

  failing = true;
  await slices.delete('web-1');
  await expectEndpoints([]);
  failing = false;
  const before = applied.length;
  await clock.advance(5_050);
  await eventually(() => applied.length > before);
  expect(endpoints()).toEqual([]);

  stop.abort();
  await running;
});
