import { routes } from '@kubemin/client';
import { bindJson } from '../http/bound-route.ts';
import type { VersionService } from './version-service.ts';

/** Which service answers the routes about versions. */
export function versionHandlers(versions: VersionService) {
  return {
    updateVersion: bindJson(routes.updateVersion, ({ params, body, ...asked }) =>
      versions.update(params.appId, body, asked),
    ),
    promoteVersion: bindJson(routes.promoteVersion, ({ params, body, ...asked }) =>
      versions.promote(params.appId, body, asked),
    ),
    abortVersion: bindJson(routes.abortVersion, ({ params, body, ...asked }) =>
      versions.abort(params.appId, body, asked),
    ),
  };
}
