import { core } from '@kubemin/kubeapi/resources';
import { objectJob } from './object-job.ts';

/** Delivers a Secret. */
export const secretDeploy = objectJob({
  name: 'secret_deploy',
  kind: 'Secret',
  priority: 0,
  prune: { resource: core.v1.secrets, after: 'run' },
});
