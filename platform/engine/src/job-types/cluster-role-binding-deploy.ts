import { rbac } from '@kubemin/kubeapi/resources';
import { objectJob } from './object-job.ts';

/** Delivers a ClusterRoleBinding. */
export const clusterRoleBindingDeploy = objectJob({
  name: 'cluster_role_binding_deploy',
  kind: 'ClusterRoleBinding',
  priority: 1,
  prune: { resource: rbac.v1.clusterrolebindings, after: 'run' },
});
