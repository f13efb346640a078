import { apps, core } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { expect } from 'vitest';
import { isReady } from '../../../pod-owner/pod/pod-state.ts';
import { deployment, template } from '../../../test-support/workload.ts';
import { isRolledOut } from '../finished.ts';
import type { Scenario } from '../scenario.ts';

const REPLICAS = 8;
/** One after the other, so that the rollout is not over before it is taken back. */
const ONE_BY_ONE = { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } };

/** A rollout is taken back when it is half done. */
export const rollback: Scenario = {
  name: 'rollback',
  async run({ client, namespace, begin }) {
    const deployments = client.resource(apps.v1.deployments, namespace);
    const pods = client.resource(core.v1.pods, namespace);
    await deployments.create(deployment('web', REPLICAS, { spec: ONE_BY_ONE }));
    await eventually(async () => isRolledOut(await deployments.get('web')));
    const log = await begin();
    const give = (image: string) => {
      const body = { spec: { template: template('web', { image }) } };
      return deployments.patch('web', { type: 'strategic', body });
    };
    await give('shop:2');
    await eventually(async () => {
      const { items } = await pods.list();
      return items.filter((pod) => pod.spec?.containers[0]?.image === 'shop:2' && isReady(pod)).length >= 2;
    });
    await give('shop:1');
    await eventually(async () => isRolledOut(await deployments.get('web')));
    return () => {
      expect(log.most).toBeLessThanOrEqual(REPLICAS + 1);
      expect(log.fewestReady).toBeGreaterThanOrEqual(REPLICAS);
      const gone = log.comings.filter((coming) => coming.startsWith('-')).length;
      expect(gone).toBe(log.created);
    };
  },
};
