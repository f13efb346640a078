import { apps, core } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { expect } from 'vitest';
import { deployment } from '../../../test-support/workload.ts';
import { isRolledOut } from '../finished.ts';
import type { Scenario } from '../scenario.ts';

/** A Deployment goes and leaves its ReplicaSet and its pods as they are, and on their own. */
export const orphanDeletion: Scenario = {
  name: 'orphan deletion',
  async run({ client, namespace, begin }) {
    const deployments = client.resource(apps.v1.deployments, namespace);
    const pods = client.resource(core.v1.pods, namespace);
    await deployments.create(deployment('web', 4));
    await eventually(async () => isRolledOut(await deployments.get('web')));
    const uids = async () => (await pods.list()).items.map(({ metadata }) => metadata.uid).toSorted();
    const before = await uids();
    const log = await begin();
    await deployments.delete('web', { propagationPolicy: 'Orphan' });
    await eventually(async () => (await deployments.find('web')) === undefined);
    return async () => {
      const { items } = await client.resource(apps.v1.replicasets, namespace).list();
      expect(items.map(({ metadata }) => metadata.ownerReferences ?? [])).toEqual([[]]);
      expect(await uids()).toEqual(before);
      expect(log.comings).toEqual([]);
    };
  },
};
