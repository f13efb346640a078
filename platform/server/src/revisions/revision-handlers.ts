import { routes } from '@kubemin/client';
import { bindJson } from '../http/bound-route.ts';
import type { RevisionService } from './revision-service.ts';

/** The routes that look at single revisions. */
export function revisionHandlers(revisions: RevisionService) {
  return {
    getRevision: bindJson(routes.getRevision, ({ params }) => revisions.get(params.appId, params.revision)),
    diffRevisions: bindJson(routes.diffRevisions, ({ params }) =>
      revisions.diff(params.appId, params.revision, params.other),
    ),
  };
}
