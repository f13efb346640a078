import { httpRoutes } from '../delivery/gateway-resources.ts';
import { objectJob } from './object-job.ts';

/** Delivers an HTTPRoute of the Gateway API. */
export const httpRouteDeploy = objectJob({
  name: 'http_route_deploy',
  kind: 'HTTPRoute',
  priority: 1,
  prune: { resource: httpRoutes, after: 'run' },
});
