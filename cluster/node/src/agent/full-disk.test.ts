import { core } from '@kubemin/kubeapi/resources';
import type { Container, Pod } from '@kubemin/kubeapi/types/core.v1';
import { eventually, missingNamespaces } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addHostImage, HOST_IMAGE, type PrivateNode, startPrivateNode } from '../test-support/private-node.ts';

const missing = await missingNamespaces();
const DISK_BYTES = 1024 * 1024;

const title = missing === undefined ? 'a full disk' : `a full disk (skipped: ${missing})`;
describe.skipIf(missing !== undefined)(title, () => {
  let node: PrivateNode;
  beforeAll(async () => {
    node = await startPrivateNode({ addImages: addHostImage, diskBytes: DISK_BYTES });
    const metadata = { name: 'settings' };
    await node.client
      .resource(core.v1.configmaps, 'default')
      .create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { colour: 'red' } });
  });
  afterAll(() => node.close());

  const pods = () => node.client.resource(core.v1.pods, 'default');
  const isReady = (pod: Pod) =>
    pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True');
  const whenReady = (name: string) => eventually(() => pods().get(name), { until: (pod) => isReady(pod) === true });

  async function create(name: string, container: Partial<Container>, volumes?: Required<Pod>['spec']['volumes']) {
    await pods().create({
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name } },
      spec: {
        terminationGracePeriodSeconds: 0,
        containers: [{ name: 'main', image: HOST_IMAGE, command: ['sleep', '1000'], ...container }],
        ...(volumes && { volumes }),
      },
    });
  }

  const eventMessages = async (pod: string): Promise<readonly string[]> => {
    const { items } = await node.client.resource(core.v1.events, 'default').list();
    return items
      .filter(({ involvedObject }) => involvedObject.name === pod)
      .map(({ reason, message }) => `${reason}: ${message}`);
  };

  test('stops no pod that runs, holds new ones back with the reason, and lets them start when there is space', async () => {
    const count = 'i=0; while :; do i=$((i+1)); echo "line $i"; sleep 0.1; done';
    await create('writes', { command: ['sh', '-c', count] });
    const before = await whenReady('writes');
    await create('ends', {});
    await whenReady('ends');

    const makeSpace = await node.fillDisks();
    const mounts = [{ name: 'settings', mountPath: '/settings' }];
    await create('waits', { volumeMounts: mounts }, [{ name: 'settings', configMap: { name: 'settings' } }]);
    await eventually(() => eventMessages('waits'), {
      until: (messages) => messages.some((message) => message.includes('no space left on device')),
    });
    expect((await pods().get('waits')).status?.phase).toBe('Pending');
    await pods().delete('ends');
    await eventually(async () => (await pods().find('ends')) === undefined);
    const meanwhile = await pods().get('writes');
    expect(meanwhile.status?.containerStatuses).toEqual(before.status?.containerStatuses);

    await makeSpace();
    await whenReady('waits');
    expect((await pods().get('writes')).status?.containerStatuses?.[0]?.restartCount).toBe(0);
  });
});
