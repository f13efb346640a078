import { routes } from '@kubemin/client';
import { bindJson } from '../http/bound-route.ts';
import type { PlanService } from './plan-service.ts';

/** The routes that say what would be done. */
export function planHandlers(plans: PlanService) {
  return {
    renderDocument: bindJson(routes.renderDocument, ({ body, query, caller }) =>
      plans.render({ ...body, lenient: query.lenient }, caller),
    ),
    planDocument: bindJson(routes.planDocument, ({ body, query, caller }) =>
      plans.planDocument({ ...body, lenient: query.lenient }, caller),
    ),
    planApplication: bindJson(routes.planApplication, ({ params, body, caller }) =>
      plans.planApplication(params.appId, body, caller),
    ),
    applicationManifests: bindJson(routes.applicationManifests, ({ params, query }) =>
      plans.manifests(params.appId, query.revision),
    ),
  };
}
