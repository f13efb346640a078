import { isStatusError } from '@kubemin/kubeapi';
import { resourceOf } from '../delivery/resource-of.ts';
import { USED_BY } from '../delivery/sharing.ts';
import type { JobType } from '../job-type.ts';

/** The name of the job type that takes back a mark of use. */
export const RELEASE_SHARE = 'release_share';

/** Takes back that the application uses an object of another one. */
export const releaseShare: JobType = {
  name: RELEASE_SHARE,
  kinds: [],
  priority: 20,
  run: async ({ client, appId, rendered: { object }, write }) => {
    const body = { metadata: { annotations: { [`${USED_BY}${appId}`]: null } } };
    const resource = resourceOf(client, object);
    try {
      await write((signal) => resource.patch(object.metadata.name ?? '', { type: 'merge', body }, { signal }));
      return 'no longer used by this application';
    } catch (error) {
      if (isStatusError(error, 'NotFound')) return 'gone already';
      throw error;
    }
  },
};
