import { ManualClock } from '@kubemin/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { memoryStorage } from '../../storage/memory-storage.ts';
import { TestApi } from '../../test-support/test-api.ts';
import { widgetDefinition } from '../../test-support/widget-definition.ts';

const APIS = '/apis/apiregistration.k8s.io/v1/apiservices';
const DEFAULT = '/api/v1/namespaces/default';
let apis: TestApi[] = [];

afterEach(async () => {
  await Promise.all(apis.map((api) => api.close()));
  apis = [];
});

async function started(...options: Parameters<typeof TestApi.start>): Promise<TestApi> {
  const api = await TestApi.start(...options);
  apis.push(api);
  return api;
}

describe('a new cluster', () => {
  it('has the priorities of the system', async () => {
    const api = await started();
    const url = '/apis/scheduling.k8s.io/v1/priorityclasses';
    const { items } = await api.list(url);
    expect(items.map(({ metadata, value }) => [metadata.name, value])).toEqual([
      ['system-cluster-critical', 2_000_000_000],
      ['system-node-critical', 2_000_001_000],
    ]);
  });

  it('has a service network that is ready, and flow control without limits', async () => {
    const api = await started();
    expect(await api.get('/apis/networking.k8s.io/v1/servicecidrs/kubernetes')).toMatchObject({
      spec: { cidrs: ['10.96.0.0/16'] },
      status: { conditions: [{ type: 'Ready', status: 'True' }] },
    });
    const { items } = await api.list('/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas');
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['catch-all', 'exempt']);
  });

  it('publishes the client CA it trusts, also after the authority was renewed', async () => {
    const storage = memoryStorage();
    await started({ storage, clientCa: 'OLD' });
    const api = await started({ storage, clientCa: 'PEM' });
    expect(await api.get('/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication')).toMatchObject(
      {
        data: { 'client-ca-file': 'PEM' },
      },
    );
  });
});

describe('the service of the server itself', () => {
  it('has no endpoints while the server is not advertised', async () => {
    const api = await started();
    expect(await api.get(`${DEFAULT}/services/kubernetes`)).toMatchObject({ spec: { ports: [{ targetPort: 6443 }] } });
    expect(await api.refused('GET', `${DEFAULT}/endpoints/kubernetes`)).toMatchObject({ code: 404 });
  });

  it('leads to the address it advertises, after a move as well', async () => {
    const storage = memoryStorage();
    const slice = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes';
    await (await started({ storage })).server.advertise({ address: '192.0.2.1', port: 6443 });
    const api = await started({ storage });
    await api.server.advertise({ address: '192.0.2.2', port: 7443 });
    expect(await api.get(`${DEFAULT}/services/kubernetes`)).toMatchObject({ spec: { ports: [{ targetPort: 7443 }] } });
    expect(await api.get(slice)).toMatchObject({
      metadata: { labels: { 'kubernetes.io/service-name': 'kubernetes' } },
      endpoints: [{ addresses: ['192.0.2.2'] }],
      ports: [{ name: 'https', port: 7443 }],
    });
    expect(await api.get(`${DEFAULT}/endpoints/kubernetes`)).toMatchObject({
      metadata: { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
      subsets: [{ addresses: [{ ip: '192.0.2.2' }], ports: [{ port: 7443 }] }],
    });
  });
});

describe('API services', () => {
  it('stand for every group version, and are available', async () => {
    const api = await started();
    expect(await api.get(`${APIS}/v1.`)).toMatchObject({
      spec: { version: 'v1', groupPriorityMinimum: 18_000 },
      status: { conditions: [{ type: 'Available', status: 'True', reason: 'Local' }] },
    });
    for (const name of ['v1.apps', 'v2.autoscaling', 'v1.autoscaling', 'v1.authorization.k8s.io']) {
      expect(await api.get(`${APIS}/${name}`)).toMatchObject({ metadata: { name } });
    }
  });

  it('come and go with definitions', async () => {
    const api = await started();
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const watch = await api.watch(`${APIS}?watch=1&labelSelector=kube-aggregator.kubernetes.io/automanaged%3Dtrue`);
    const definition = await api.create(definitions, widgetDefinition());
    const added = await watch.next();
    expect(added).toMatchObject({ type: 'ADDED', object: { spec: { groupPriorityMinimum: 1000 } } });
    await api.ok('DELETE', `${definitions}/${definition.metadata.name}`);
    let last = await watch.next();
    while (last !== undefined && last.type !== 'DELETED') last = await watch.next();
    expect(last).toMatchObject({ object: { metadata: { name: 'v1.test.example' } } });
    watch.stop();
  });

  it('are named after what they stand for', async () => {
    const api = await started();
    const body = {
      metadata: { name: 'x' },
      spec: { group: 'a.io', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 },
    };
    const status = await api.refused('POST', APIS, { body });
    expect(status.message).toContain('must be `spec.version+"."+spec.group`: "v1.a.io"');
  });
});

it('events go an hour after they were last seen', async () => {
  const clock = new ManualClock();
  const api = await started({ clock });
  const events = `${DEFAULT}/events`;
  const involvedObject = { kind: 'Pod', name: 'p', namespace: 'default' };
  await api.create(events, { metadata: { name: 'old' }, involvedObject });
  await api.create(events, { metadata: { name: 'again' }, involvedObject });
  await clock.advance(30 * 60_000);
  const lastTimestamp = new Date(clock.now()).toISOString();
  await api.patch(`${events}/again`, { lastTimestamp });
  // A watch whose end is left to the server may have it any time after half an hour.
  const watch = await api.watch(`${events}?watch=1&timeoutSeconds=7200&fieldSelector=metadata.name%3Dold`);
  await clock.advance(31 * 60_000);
  expect(await watch.nextChanges(2)).toEqual(['ADDED old', 'DELETED old']);
  expect(await api.get(`${events}/again`)).toMatchObject({ metadata: { name: 'again' } });
  watch.stop();
});
