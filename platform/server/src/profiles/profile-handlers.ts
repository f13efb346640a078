import { profileRoutes } from '@kubemin/client';
import { bindJson } from '../http/bound-route.ts';
import type { ProfileService } from './profile-service.ts';

/** The routes about profiles. */
export function profileHandlers(profiles: ProfileService) {
  const { listProfiles, getProfile, putProfile, deleteProfile } = profileRoutes;
  return {
    listProfiles: bindJson(listProfiles, ({ query }) => profiles.list(query.kind)),
    getProfile: bindJson(getProfile, ({ params }) => profiles.get(params)),
    putProfile: bindJson(putProfile, ({ params, body }) => profiles.put(params, body)),
    deleteProfile: bindJson(deleteProfile, ({ params }) => profiles.delete(params)),
  };
}
