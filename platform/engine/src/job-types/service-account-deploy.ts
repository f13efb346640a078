import { core } from '@kubemin/kubeapi/resources';
import { objectJob } from './object-job.ts';

/** Delivers a ServiceAccount. */
export const serviceAccountDeploy = objectJob({
  name: 'service_account_deploy',
  kind: 'ServiceAccount',
  priority: 1,
  prune: { resource: core.v1.serviceaccounts, after: 'run' },
});
