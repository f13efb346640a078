import { objectJob } from './object-job.ts';

/** Delivers a ClusterRole. */
export const clusterRoleDeploy = objectJob({ name: 'cluster_role_deploy', kind: 'ClusterRole', priority: 1 });
