import { rbac } from '@kubemin/kubeapi/resources';
import { objectJob } from './object-job.ts';

/** Delivers a ClusterRole. */
export const clusterRoleDeploy = objectJob({
  name: 'cluster_role_deploy',
  kind: 'ClusterRole',
  priority: 1,
  prune: { resource: rbac.v1.clusterroles, after: 'run' },
});
