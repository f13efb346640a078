import { apps, batch, core } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { expect } from 'vitest';
import { deployment, job } from '../../../test-support/workload.ts';
import { isRolledOut } from '../finished.ts';
import type { Scenario } from '../scenario.ts';

/** A namespace goes with a Deployment and with Jobs whose pods still run, and are tracked by a finalizer. */
export const namespaceDeletion: Scenario = {
  name: 'namespace deletion',
  async run({ client, namespace, begin }) {
    const deployments = client.resource(apps.v1.deployments, namespace);
    const jobs = client.resource(batch.v1.jobs, namespace);
    const annotations = { 'kubemin.io/simulate-run-duration': '1h' };
    await deployments.create(deployment('web', 3));
    for (const name of ['one', 'two']) {
      await jobs.create(job(name, { annotations, spec: { completions: 3, parallelism: 3 } }));
    }
    await eventually(async () => isRolledOut(await deployments.get('web')));
    await eventually(async () => (await jobs.list()).items.every(({ status }) => status?.ready === 3));
    const log = await begin();
    const namespaces = client.resource(core.v1.namespaces);
    await namespaces.delete(namespace);
    await eventually(async () => (await namespaces.find(namespace)) === undefined);
    return () => {
      expect(log.most).toBeLessThanOrEqual(9);
      expect(log.comings.filter((coming) => coming.startsWith('-'))).toHaveLength(9 + log.created);
    };
  },
};
