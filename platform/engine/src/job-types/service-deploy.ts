import { core } from '@kubemin/kubeapi/resources';
import { objectJob } from './object-job.ts';

/** Delivers a Service; it exists, that is enough: its endpoints follow the workload's readiness. */
export const serviceDeploy = objectJob({
  name: 'service_deploy',
  kind: 'Service',
  priority: 10,
  prune: { resource: core.v1.services, after: 'run' },
});
