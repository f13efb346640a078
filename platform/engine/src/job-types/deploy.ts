import { apps, core } from '@kubemin/kubeapi/resources';
import { APP_ID_LABEL } from '../delivery/managed-labels.ts';
import { awaitReadiness } from '../readiness/await-readiness.ts';
import { currentPodsOfDeployment } from '../readiness/current-pods.ts';
import { deploymentReadiness } from '../readiness/workload-readiness.ts';
import { objectJob } from './object-job.ts';

/** Delivers a Deployment and waits until its rollout is complete. */
export const deploy = objectJob({
  name: 'deploy',
  kind: 'Deployment',
  priority: 10,
  timeoutMs: (settings) => settings.deployTimeoutMs,
  untilReady: async (context, delivered, prefix) => {
    const managed = { labelSelector: APP_ID_LABEL };
    const informer = context.informers.informer(apps.v1.deployments, managed);
    const replicaSets = context.informers.informer(apps.v1.replicasets, managed);
    const pods = context.informers.informer(core.v1.pods, managed);
    await awaitReadiness({
      context,
      delivered,
      prefix,
      informer,
      related: [replicaSets, pods],
      judge: (deployment) =>
        deploymentReadiness(deployment, currentPodsOfDeployment(deployment, replicaSets.list(), pods.list())),
    });
  },
});
