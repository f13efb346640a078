import { apps, core } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { expect } from 'vitest';
import { statefulSet, template } from '../../../test-support/workload.ts';
import { isUpdated } from '../finished.ts';
import type { Scenario } from '../scenario.ts';

const REPLICAS = 3;

/** A StatefulSet with a claim for each pod is created and then given another image. */
export const statefulSetUpdate: Scenario = {
  name: 'stateful set',
  async run({ client, namespace, begin }) {
    const sets = client.resource(apps.v1.statefulsets, namespace);
    const claims = client.resource(core.v1.persistentvolumeclaims, namespace);
    const log = await begin();
    await sets.create(statefulSet('db', REPLICAS));
    await eventually(async () => isUpdated(await sets.get('db')));
    const before = await listUids(claims);
    const body = { spec: { template: template('db', { image: 'shop:2' }) } };
    await sets.patch('db', { type: 'strategic', body });
    await eventually(async () => isUpdated(await sets.get('db')));
    return async () => {
      expect(log.most).toBe(REPLICAS);
      // Up in order, and down in the other.
      expect(log.comings.filter((coming) => coming.startsWith('+'))).toEqual(
        [0, 1, 2, 2, 1, 0].map((ordinal) => `+db-${ordinal}`),
      );
      expect(await listUids(claims)).toEqual(before);
    };
  },
};

interface Named {
  readonly metadata: { readonly uid?: string };
}

async function listUids(resource: { list(): Promise<{ readonly items: readonly Named[] }> }): Promise<unknown> {
  return (await resource.list()).items.map(({ metadata }) => metadata.uid).toSorted();
}
