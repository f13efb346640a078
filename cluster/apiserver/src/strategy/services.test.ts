import { systemClock, systemRandom } from '@kubemin/base';
import { isJsonObject } from '@kubemin/kubeapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memoryStorage } from '../storage/memory-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { TestApi } from '../test-support/test-api.ts';

const SERVICES = '/api/v1/namespaces/default/services';
let storage: Storage;
let api: TestApi;

beforeEach(async () => {
  storage = memoryStorage();
  api = await TestApi.start({ storage, clock: systemClock, random: systemRandom });
});
afterEach(() => api.close());

function service(name: string, spec: object = {}): unknown {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } };
}

it('the server has its own service at the first address', async () => {
  expect(await api.get(`${SERVICES}/kubernetes`)).toMatchObject({ spec: { clusterIP: '10.96.0.1' } });
});

it('defaults are filled in', async () => {
  expect(await api.create(SERVICES, service('defaults'))).toMatchObject({
    spec: {
      type: 'ClusterIP',
      sessionAffinity: 'None',
      internalTrafficPolicy: 'Cluster',
      ipFamilies: ['IPv4'],
      ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
    },
  });
});

it('affinity that is turned off takes its settings along', async () => {
  const affinity = { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 10 } } };
  const created = await api.create(SERVICES, service('sticky', affinity));
  const spec = isJsonObject(created.spec) ? created.spec : {};
  const body = { ...created, spec: { ...spec, sessionAffinity: 'None' } };
  const updated = await api.ok('PUT', `${SERVICES}/sticky`, { body });
  expect(updated).toMatchObject({ spec: { sessionAffinity: 'None' } });
  expect(updated).not.toHaveProperty('spec.sessionAffinityConfig');
});

describe('addresses', () => {
  it('are different for services created at the same time', async () => {
    const created = await Promise.all(
      Array.from({ length: 20 }, (_, index) => api.create(SERVICES, service(`s${index}`))),
    );
    const addresses = created.map(({ spec }) => Object(spec).clusterIP);
    expect(new Set(addresses).size).toBe(20);
    for (const address of addresses) expect(address).toMatch(/^10\.96\.\d+\.\d+$/);
  });

  it('are not given again before their turn, and are found where others were given back', async () => {
    const first = Object((await api.create(SERVICES, service('first'))).spec).clusterIP;
    await api.ok('DELETE', `${SERVICES}/first`);
    const second = Object((await api.create(SERVICES, service('second'))).spec).clusterIP;
    expect(second).not.toBe(first);
    const restarted = await TestApi.start({ storage });
    expect(Object((await restarted.create(SERVICES, service('third'))).spec).clusterIP).toBe(first);
    await restarted.close();
  });

  it('are different even between two servers on one storage', async () => {
    const other = await TestApi.start({ storage });
    const created = await Promise.all([
      ...Array.from({ length: 10 }, (_, index) => api.create(SERVICES, service(`a${index}`))),
      ...Array.from({ length: 10 }, (_, index) => other.create(SERVICES, service(`b${index}`))),
    ]);
    expect(new Set(created.map(({ spec }) => Object(spec).clusterIP)).size).toBe(20);
    await other.close();
  });

  it('can be chosen, in the range and by one service only', async () => {
    await api.create(SERVICES, service('dns', { clusterIP: '10.96.0.10' }));
    const taken = await api.refused('POST', SERVICES, { body: service('dns2', { clusterIP: '10.96.0.10' }) });
    expect(taken).toMatchObject({ code: 422, message: expect.stringContaining('provided IP is already allocated') });
    const outside = await api.refused('POST', SERVICES, { body: service('far', { clusterIP: '10.1.2.3' }) });
    expect(outside.message).toContain('not in the valid range');
  });

  it('are kept by updates, cannot change, and are free again after deletion', async () => {
    await api.create(SERVICES, service('kept', { clusterIP: '10.96.0.20' }));
    expect(await api.ok('PUT', `${SERVICES}/kept`, { body: service('kept', { ports: [{ port: 81 }] }) })).toMatchObject(
      {
        spec: { clusterIP: '10.96.0.20', ports: [{ port: 81 }] },
      },
    );
    const moved = await api.refused('PUT', `${SERVICES}/kept`, { body: service('kept', { clusterIP: '10.96.0.21' }) });
    expect(moved.message).toContain('may not change once set');
    await api.ok('DELETE', `${SERVICES}/kept`);
    await api.create(SERVICES, service('next', { clusterIP: '10.96.0.20' }));
  });

  it('are given back when the service cannot be written', async () => {
    await api.create(SERVICES, service('twice'));
    await api.refused('POST', SERVICES, { body: service('twice', { clusterIP: '10.96.0.30' }) });
    await api.create(SERVICES, service('other', { clusterIP: '10.96.0.30' }));
  });

  it('orphaned by a crash are free after the next start', async () => {
    const reservation = {
      kind: 'Reservation',
      metadata: { name: '10.96.0.40', annotations: { owner: 'default/never-written' } },
    };
    await storage.put('/registry/~service-ips/10.96.0.40', Buffer.from(JSON.stringify(reservation)), 0);
    expect(await api.refused('POST', SERVICES, { body: service('early', { clusterIP: '10.96.0.40' }) })).toMatchObject({
      code: 422,
    });
    const restarted = await TestApi.start({ storage });
    await restarted.create(SERVICES, service('late', { clusterIP: '10.96.0.40' }));
    await restarted.close();
  });

  it('headless and external services have none', async () => {
    expect(await api.create(SERVICES, service('headless', { clusterIP: 'None' }))).toMatchObject({
      spec: { clusterIP: 'None' },
    });
    const external = await api.create(
      SERVICES,
      service('external', { type: 'ExternalName', externalName: 'example.test', ports: [] }),
    );
    expect(external).not.toHaveProperty('spec.clusterIP');
  });
});

describe('node ports', () => {
  it('are given to NodePort services, kept by updates and given back with the type', async () => {
    const created = await api.create(SERVICES, service('node', { type: 'NodePort' }));
    const { ports } = Object(created.spec);
    expect(ports[0].nodePort).toBeGreaterThanOrEqual(30_000);
    const updated = await api.ok('PUT', `${SERVICES}/node`, {
      body: service('node', { type: 'NodePort', selector: { a: 'b' } }),
    });
    expect(updated).toMatchObject({ spec: { ports: [{ nodePort: ports[0].nodePort }] } });
    const inner = await api.ok('PUT', `${SERVICES}/node`, { body: service('node', { type: 'ClusterIP' }) });
    expect(inner).not.toHaveProperty('spec.ports.0.nodePort');
    const wanted = { type: 'NodePort', ports: [{ port: 80, nodePort: ports[0].nodePort }] };
    await api.create(SERVICES, service('heir', wanted));
    expect(await api.refused('POST', SERVICES, { body: service('late', wanted) })).toMatchObject({
      code: 422,
      message: expect.stringContaining('provided port is already allocated'),
    });
  });
});
