import { core } from '@kubemin/kubeapi/resources';
import { appIdOf } from '@kubemin/render';
import { awaitReadiness } from '../readiness/await-readiness.ts';
import { claimReadiness } from '../readiness/claim-readiness.ts';
import { managedInformer } from '../readiness/managed-objects.ts';
import { objectJob } from './object-job.ts';

/**
 * Delivers a PersistentVolumeClaim and waits until it is bound, or pending until a pod uses it. There is no rule to
 * prune claims: data outlives what used it until the user says otherwise.
 */
export const storePvcDeploy = objectJob({
  name: 'store_pvc_deploy',
  kind: 'PersistentVolumeClaim',
  priority: 1,
  untilReady: async (context, delivered, done) => {
    // A claim that was there before us may lack our label, and then no watch of ours would show it.
    if (appIdOf(delivered) === undefined) return done;
    const informer = managedInformer(context.informers, core.v1.persistentvolumeclaims);
    return awaitReadiness({ context, delivered, done, informer, related: [], judge: claimReadiness });
  },
});
