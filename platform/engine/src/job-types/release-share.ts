import { releaseObject } from '../delivery/release-shares.ts';
import type { JobType } from '../job-type.ts';

/** The name of the job type that takes back a mark of use. */
export const RELEASE_SHARE = 'release_share';

/** Takes back that the application uses an object of another one. */
export const releaseShare: JobType = {
  name: RELEASE_SHARE,
  kinds: [],
  priority: 20,
  rehearse: async (context) => ({ message: await releaseObject(context, context.rendered.object) }),
  run: (context) => releaseObject(context, context.rendered.object),
};
