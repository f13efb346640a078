import { objectJob } from './object-job.ts';

/** Delivers a Secret. */
export const secretDeploy = objectJob({ name: 'secret_deploy', kind: 'Secret', priority: 0 });
