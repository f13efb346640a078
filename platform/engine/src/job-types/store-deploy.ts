import { apps, core } from '@kubemin/kubeapi/resources';
import { APP_ID_LABEL } from '../delivery/managed-labels.ts';
import { awaitReadiness } from '../readiness/await-readiness.ts';
import { currentPodsOfStatefulSet } from '../readiness/current-pods.ts';
import { statefulSetReadiness } from '../readiness/workload-readiness.ts';
import { objectJob } from './object-job.ts';

/** Delivers a StatefulSet and waits until every pod runs its newest revision. */
export const storeDeploy = objectJob({
  name: 'store_deploy',
  kind: 'StatefulSet',
  priority: 10,
  timeoutMs: (settings) => settings.deployTimeoutMs,
  untilReady: async (context, delivered, prefix) => {
    const managed = { labelSelector: APP_ID_LABEL };
    const informer = context.informers.informer(apps.v1.statefulsets, managed);
    const pods = context.informers.informer(core.v1.pods, managed);
    await awaitReadiness({
      context,
      delivered,
      prefix,
      informer,
      related: [pods],
      judge: (set) => statefulSetReadiness(set, currentPodsOfStatefulSet(set, pods.list())),
    });
  },
});
