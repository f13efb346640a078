import { apps, core } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { expect } from 'vitest';
import { daemonSet, template } from '../../../test-support/workload.ts';
import { isOnAll } from '../finished.ts';
import type { Scenario } from '../scenario.ts';
import { SHARED_NODES } from '../scenario-nodes.ts';

/** A DaemonSet is created and then given another image, one node after the other. */
export const daemonSetUpdate: Scenario = {
  name: 'daemon set',
  async run({ client, namespace, begin }) {
    const sets = client.resource(apps.v1.daemonsets, namespace);
    const log = await begin();
    await sets.create(daemonSet('agent'));
    await eventually(async () => isOnAll(await sets.get('agent'), SHARED_NODES));
    log.fewestReady = SHARED_NODES;
    const body = { spec: { template: template('agent', { image: 'shop:2' }) } };
    await sets.patch('agent', { type: 'strategic', body });
    await eventually(async () => isOnAll(await sets.get('agent'), SHARED_NODES));
    return async () => {
      expect(log.most).toBe(SHARED_NODES);
      expect(log.fewestReady).toBeGreaterThanOrEqual(SHARED_NODES - 1);
      expect(log.created).toBe(2 * SHARED_NODES);
      const { items } = await client.resource(core.v1.pods, namespace).list();
      expect(new Set(items.map(({ spec }) => spec?.nodeName)).size).toBe(SHARED_NODES);
    };
  },
};
