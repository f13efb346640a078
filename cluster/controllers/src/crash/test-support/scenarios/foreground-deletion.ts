import { apps, core } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { expect } from 'vitest';
import { deployment } from '../../../test-support/workload.ts';
import { isRolledOut } from '../finished.ts';
import type { Scenario } from '../scenario.ts';

/** A Deployment goes when everything that hangs from it is gone. */
export const foregroundDeletion: Scenario = {
  name: 'foreground deletion',
  async run({ client, namespace, begin }) {
    const deployments = client.resource(apps.v1.deployments, namespace);
    await deployments.create(deployment('web', 6));
    await eventually(async () => isRolledOut(await deployments.get('web')));
    const log = await begin();
    await deployments.delete('web', { propagationPolicy: 'Foreground' });
    await eventually(async () => (await deployments.find('web')) === undefined);
    const left = await Promise.all([
      client.resource(apps.v1.replicasets, namespace).list(),
      client.resource(core.v1.pods, namespace).list(),
    ]);
    return () => {
      expect(left.flatMap(({ items }) => items.map(({ metadata }) => metadata.name))).toEqual([]);
      expect(log.created).toBe(0);
    };
  },
};
