import { core } from '@kubemin/kubeapi/resources';
import type { EphemeralContainer } from '@kubemin/kubeapi/types/core.v1';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ManualFleet, startManualFleet } from '../test-support/manual-fleet.ts';

let fleet: ManualFleet;
beforeAll(async () => {
  fleet = await startManualFleet({ count: 1 });
  await fleet.clock.advance(1_000);
});
afterAll(() => fleet.close());

const pods = () => fleet.cluster.client.resource(core.v1.pods, 'default');
const debugged = async (name: string) => (await pods().get(name)).status;

/** A pod that runs, and into which a user puts a debug container. */
async function debug(name: string, container: Partial<EphemeralContainer>): Promise<void> {
  const spec = { nodeName: 'simulated-node-0', containers: [{ name: 'main', image: 'shop:1' }] };
  await pods().create({ apiVersion: 'v1', kind: 'Pod', metadata: { name, finalizers: ['example.com/look'] }, spec });
  await fleet.clock.advance(500);
  const ephemeralContainers = [{ name: 'debugger', image: 'busybox', targetContainerName: 'main', ...container }];
  const body = { spec: { ephemeralContainers } };
  await pods().patch(name, { type: 'strategic', body }, { subresource: 'ephemeralcontainers' });
  await fleet.clock.advance(500);
}

test('a container that is put into a running pod is started, with events, and not started again once it is done', async () => {
  await debug('brief', { command: ['sleep', '2'] });
  expect((await debugged('brief'))?.ephemeralContainerStatuses).toMatchObject([
    { name: 'debugger', image: 'busybox', ready: false, restartCount: 0, state: { running: {} } },
  ]);
  await fleet.clock.advance(60_000);
  const status = await debugged('brief');
  expect(status?.ephemeralContainerStatuses).toMatchObject([
    { restartCount: 0, state: { terminated: { exitCode: 0, reason: 'Completed' } } },
  ]);
  expect(status?.phase).toBe('Running');
  expect(status?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('True');
  const { items } = await fleet.cluster.client.resource(core.v1.events, 'default').list();
  const recorded = items.filter(({ message }) => message?.includes('debugger') || message?.includes('busybox'));
  expect(recorded.map(({ reason }) => reason).sort()).toEqual(['Created', 'Pulled', 'Started']);
});

test('one that is talked to stays until the pod goes, and ends with it', async () => {
  await debug('talkative', { stdin: true, tty: true });
  await fleet.clock.advance(60_000);
  expect((await debugged('talkative'))?.ephemeralContainerStatuses).toMatchObject([{ state: { running: {} } }]);
  await pods().delete('talkative');
  await fleet.clock.advance(1_000);
  expect((await debugged('talkative'))?.ephemeralContainerStatuses).toMatchObject([
    { state: { terminated: { exitCode: 137 } } },
  ]);
});
