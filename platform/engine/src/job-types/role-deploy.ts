import { rbac } from '@kubemin/kubeapi/resources';
import { objectJob } from './object-job.ts';

/** Delivers a Role. */
export const roleDeploy = objectJob({
  name: 'role_deploy',
  kind: 'Role',
  priority: 1,
  prune: { resource: rbac.v1.roles, after: 'run' },
});
