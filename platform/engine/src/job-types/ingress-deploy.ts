import { objectJob } from './object-job.ts';

/** Delivers an Ingress. */
export const ingressDeploy = objectJob({ name: 'ingress_deploy', kind: 'Ingress', priority: 1 });
