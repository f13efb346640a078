import { objectJob } from './object-job.ts';

/** Delivers a Role. */
export const roleDeploy = objectJob({ name: 'role_deploy', kind: 'Role', priority: 1 });
