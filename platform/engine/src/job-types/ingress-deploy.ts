import { networking } from '@kubemin/kubeapi/resources';
import { objectJob } from './object-job.ts';

/** Delivers an Ingress. */
export const ingressDeploy = objectJob({
  name: 'ingress_deploy',
  kind: 'Ingress',
  priority: 1,
  prune: { resource: networking.v1.ingresses, after: 'run' },
});
