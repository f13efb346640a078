import { core } from '@kubemin/kubeapi/resources';
import { APP_ID_LABEL } from '../delivery/managed-labels.ts';
import { awaitReadiness } from '../readiness/await-readiness.ts';
import { claimReadiness } from '../readiness/claim-readiness.ts';
import { objectJob } from './object-job.ts';

/** Delivers a PersistentVolumeClaim and waits until it is bound, or pending until a pod uses it. */
export const storePvcDeploy = objectJob({
  name: 'store_pvc_deploy',
  kind: 'PersistentVolumeClaim',
  priority: 1,
  untilReady: async (context, delivered, prefix) => {
    // A claim that was there before us may lack our label, and then no watch of ours would show it.
    if (delivered.metadata.labels?.[APP_ID_LABEL] === undefined) return;
    const informer = context.informers.informer(core.v1.persistentvolumeclaims, { labelSelector: APP_ID_LABEL });
    await awaitReadiness({ context, delivered, prefix, informer, related: [], judge: claimReadiness });
  },
});
