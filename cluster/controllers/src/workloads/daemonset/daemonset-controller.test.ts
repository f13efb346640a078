import { apps, core } from '@kubemin/kubeapi/resources';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isTerminating } from '../../pod-owner/pod/pod-state.ts';
import { describeCluster } from '../../test-support/describe-cluster.ts';
import { daemonSet, template } from '../../test-support/workload.ts';

describeCluster('DaemonSets', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start({ nodes: 3 });
  });
  afterAll(() => cluster.close());

  const sets = () => cluster.client.resource(apps.v1.daemonsets, 'default');
  const nodes = () => cluster.client.resource(core.v1.nodes);
  const listPods = async (app: string) =>
    (await cluster.client.resource(core.v1.pods, 'default').list({ labelSelector: `app=${app}` })).items;
  const listPodNodes = async (app: string) =>
    (await listPods(app))
      .filter((pod) => !isTerminating(pod))
      .map(({ spec }) => spec?.nodeName ?? '')
      .toSorted();
  const rolledOut = (name: string, count: number) =>
    eventually(async () => {
      const { metadata, status } = await sets().get(name);
      const { observedGeneration, desiredNumberScheduled, updatedNumberScheduled, numberAvailable } = status ?? {};
      const counts = [desiredNumberScheduled, updatedNumberScheduled, numberAvailable];
      return observedGeneration === metadata.generation && counts.every((one) => one === count);
    });

  test('a DaemonSet has one pod on every node, updates them in turn, and goes back to what it was', async () => {
    await sets().create(daemonSet('agent'));
    await rolledOut('agent', 3);
    const all = (await nodes().list()).items.map(({ metadata }) => metadata.name ?? '').toSorted();
    expect(await listPodNodes('agent')).toEqual(all);
    const images = async () =>
      (await listPods('agent')).filter((pod) => !isTerminating(pod)).map(({ spec }) => spec?.containers[0]?.image);

    const body = { spec: { template: template('agent', { image: 'shop:2' }) } };
    await sets().patch('agent', { type: 'strategic', body });
    await rolledOut('agent', 3);
    expect(await images()).toEqual(['shop:2', 'shop:2', 'shop:2']);
    const revisions = (await cluster.client.resource(apps.v1.controllerrevisions, 'default').list()).items;
    const [first] = revisions.filter(({ revision }) => revision === 1);
    expect(revisions.map(({ revision }) => revision).toSorted()).toEqual([1, 2]);
    await sets().patch('agent', { type: 'strategic', body: first?.data ?? {} });
    await rolledOut('agent', 3);
    expect(await images()).toEqual(['shop:1', 'shop:1', 'shop:1']);
  });

  test('daemons stay on cordoned nodes, leave nodes that repel them, and come to new ones', async () => {
    await sets().create(daemonSet('roaming'));
    await rolledOut('roaming', 3);
    const [one = '', two = '', three = ''] = await listPodNodes('roaming');
    const setSpec = (name: string, spec: object) => nodes().patch(name, { type: 'merge', body: { spec } });
    await setSpec(one, { unschedulable: true });
    await setSpec(two, { taints: [{ key: 'maintenance', effect: 'NoExecute' }] });
    await rolledOut('roaming', 2);
    await eventually(() => listPodNodes('roaming'), { until: (places) => places.length === 2 });
    expect(await listPodNodes('roaming')).toEqual([one, three]);
    await setSpec(two, { taints: [] });
    await setSpec(one, { unschedulable: false });
    await rolledOut('roaming', 3);
    expect(await listPodNodes('roaming')).toEqual([one, two, three]);
  });
});
