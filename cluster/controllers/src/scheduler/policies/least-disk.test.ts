import { core } from '@kubemin/kubeapi/resources';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../../test-support/describe-cluster.ts';
import { pod } from '../../test-support/workload.ts';

const USED = 'kubemin.io/simulate-usage-disk';

describeCluster('least-disk', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start({ nodes: 2 });
  });
  afterAll(() => cluster.close());

  const pods = () => cluster.client.resource(core.v1.pods, 'default');

  /** A pod on the node that asks for so much disk and uses so much. */
  async function writer(node: string, storage: string, used: string): Promise<void> {
    const made = pod(`on-${node}`, { requests: { 'ephemeral-storage': storage } });
    const metadata = { ...made.metadata, annotations: { [USED]: used } };
    await pods().create({ ...made, metadata, spec: { containers: [], ...made.spec, nodeName: node } });
    await eventually(async () => (await pods().get(`on-${node}`)).status?.phase === 'Running');
  }

  test('goes by how full disks are, not by what pods have asked for', async () => {
    const { items } = await eventually(() => cluster.client.resource(core.v1.nodes).list(), {
      until: (list) => list.items.length === 2,
    });
    const [modest = '', greedy = ''] = items.map(({ metadata }) => metadata.name ?? '');
    await writer(modest, '0', '60Gi');
    await writer(greedy, '40Gi', '1Gi');
    let tries = 0;
    /** Where the next pod goes; disks are measured on demand, so not yet for the first. */
    const next = async (): Promise<string | undefined> => {
      tries += 1;
      const name = `next-${tries}`;
      const made = pod(name);
      await pods().create({ ...made, spec: { containers: [], ...made.spec, schedulerName: 'least-disk' } });
      return eventually(async () => (await pods().get(name)).spec?.nodeName);
    };
    expect(await next()).toBe(modest);
    expect(await eventually(next, { until: (node) => node === greedy })).toBe(greedy);
    expect(await next()).toBe(greedy);
  });
});
