import type { KubeClient } from '@kubemin/kube';
import { apps, batch } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { deployment, job } from '../../test-support/workload.ts';
import { isOver, isRolledOut } from './finished.ts';
import { onScriptedNode } from './scripted-node.ts';

const NAME = 'probe';

/** Makes the controllers complete a Deployment and a Job outside of the scenarios, which proves that they are running. */
export async function probeControllers(client: KubeClient): Promise<void> {
  const deployments = client.resource(apps.v1.deployments, 'default');
  const jobs = client.resource(batch.v1.jobs, 'default');
  await deployments.create(deployment(NAME, 1));
  await jobs.create(onScriptedNode(job(NAME), { failOnce: [] }));
  await eventually(async () => isRolledOut(await deployments.get(NAME)));
  await eventually(async () => isOver(await jobs.get(NAME)));
  await Promise.all([deployments, jobs].map((resource) => resource.delete(NAME, { propagationPolicy: 'Foreground' })));
  await eventually(async () => (await deployments.find(NAME)) === undefined && (await jobs.find(NAME)) === undefined);
}
