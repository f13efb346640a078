import { coordination, core } from '@kubemin/kubeapi/resources';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ManualFleet, startManualFleet } from '../../test-support/manual-fleet.ts';

let fleet: ManualFleet;
beforeEach(async () => {
  fleet = await startManualFleet({ count: 3 });
  await fleet.clock.advance(1_000);
});
afterEach(() => fleet.close());

const leases = () => fleet.cluster.client.resource(coordination.v1.leases, 'kube-node-lease');
const nodes = () => fleet.cluster.client.resource(core.v1.nodes);
const renewTimes = async () => (await leases().list()).items.map(({ spec }) => Date.parse(spec?.renewTime ?? ''));

test('all leases are renewed every 10 s', async () => {
  const first = await renewTimes();
  expect(first).toHaveLength(3);
  for (let round = 1; round <= 3; round += 1) {
    await fleet.clock.advance(10_500);
    for (const time of await renewTimes()) expect(fleet.clock.now() - time).toBeLessThanOrEqual(11_000);
  }
});

test('a deleted lease is made again', async () => {
  await leases().delete('simulated-node-1');
  await fleet.clock.advance(11_000);
  expect((await leases().get('simulated-node-1')).spec?.holderIdentity).toBe('simulated-node-1');
});

test('a lease that another client changes is still renewed, and the change stays', async () => {
  const body = { metadata: { labels: { seen: 'yes' } } };
  await leases().patch('simulated-node-1', { type: 'merge', body });
  await fleet.clock.advance(11_000);
  const { metadata, spec } = await leases().get('simulated-node-1');
  expect(metadata.labels).toEqual({ seen: 'yes' });
  expect(fleet.clock.now() - Date.parse(spec?.renewTime ?? '')).toBeLessThanOrEqual(11_000);
});

test('the lease of a node that was created again belongs to the new node', async () => {
  const { apiVersion, kind, metadata } = await nodes().get('simulated-node-1');
  await nodes().delete('simulated-node-1');
  await fleet.clock.advance(1_000);
  const { name = '', labels = {}, annotations = {} } = metadata;
  await nodes().create({ apiVersion, kind, metadata: { name, labels, annotations } });
  await fleet.clock.advance(1_000);
  const { uid } = (await nodes().get('simulated-node-1')).metadata;
  await fleet.clock.advance(1_000);
  expect((await leases().get('simulated-node-1')).metadata.ownerReferences).toEqual([
    { apiVersion: 'v1', kind: 'Node', name: 'simulated-node-1', uid },
  ]);
});

test('while leases have no namespace, nodes ask for theirs in their turn only', async () => {
  let asked = 0;
  const homeless = await startManualFleet({ count: 1 }, (handler) => async (request) => {
    if (!request.path.includes('/namespaces/kube-node-lease/')) return handler(request);
    asked += 1;
    const { body: _body, ...question } = request;
    return handler({ ...question, method: 'GET', path: '/api/v1/namespaces/gone' });
  });
  try {
    await homeless.clock.advance(60_000);
    expect(asked).toBeGreaterThan(3);
    expect(asked).toBeLessThan(10);
  } finally {
    await homeless.close();
  }
});
