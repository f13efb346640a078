import { virtualServices } from '../delivery/gateway-resources.ts';
import { objectJob } from './object-job.ts';

/** Delivers a VirtualService of Istio. */
export const virtualServiceDeploy = objectJob({
  name: 'virtual_service_deploy',
  kind: 'VirtualService',
  priority: 1,
  prune: { resource: virtualServices, after: 'run' },
});
