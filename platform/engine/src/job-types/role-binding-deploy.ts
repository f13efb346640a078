import { rbac } from '@kubemin/kubeapi/resources';
import { objectJob } from './object-job.ts';

/** Delivers a RoleBinding. */
export const roleBindingDeploy = objectJob({
  name: 'role_binding_deploy',
  kind: 'RoleBinding',
  priority: 1,
  prune: { resource: rbac.v1.rolebindings, after: 'run' },
});
