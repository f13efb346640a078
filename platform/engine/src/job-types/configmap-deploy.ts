import { core } from '@kubemin/kubeapi/resources';
import { objectJob } from './object-job.ts';

/** Delivers a ConfigMap. */
export const configMapDeploy = objectJob({
  name: 'configmap_deploy',
  kind: 'ConfigMap',
  priority: 0,
  prune: { resource: core.v1.configmaps, after: 'run' },
});
