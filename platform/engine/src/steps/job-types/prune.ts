import { objectAppId } from '@kubemin/render';
import { deleteObject, releaseObject, resourceClient, userNames } from '../../delivery/index.ts';
import { deliveryMessages } from '../../messages/index.ts';
import { PRUNE } from '../../plan/index.ts';
import type { JobContext, JobEffect, JobType } from '../../task/index.ts';

/** The name of the job type that takes back a mark of use. */
export const RELEASE_SHARE = 'release_share';

/** Takes back that the application uses an object of another one. */
export const releaseShare: JobType = {
  name: RELEASE_SHARE,
  kinds: [],
  priority: 20,
  dryRun: async (context) => ({ message: await releaseObject(context, context.rendered.object) }),
  run: async (context) => ({ message: await releaseObject(context, context.rendered.object) }),
};

/**
 * Deletes an object the document does not ask for any more, and waits until it is gone. What it owns goes in the
 * background. The engine plans it by the prune rules of the other job types.
 */
export const prune: JobType = {
  name: PRUNE,
  kinds: [],
  priority: 20,
  dryRun: pruneObject,
  run: async (context) => {
    const { message, left = false } = await pruneObject(context);
    return { message, skipped: left };
  },
};

async function pruneObject(context: JobContext): Promise<JobEffect> {
  const { object } = context.rendered;
  const name = object.metadata.name ?? '';
  const resource = resourceClient(context.client, object);
  const live = await resource.find(name, { signal: context.signal });
  // An earlier start of this very job may be what made it go.
  if (live === undefined) return { left: context.job.attempt === 1, message: deliveryMessages.alreadyGone };
  if (objectAppId(live) !== context.appId) {
    return { left: true, message: deliveryMessages.notOwned };
  }
  const users = await userNames(context, live);
  if (users.length > 0) return { left: true, message: deliveryMessages.sharedKept({ apps: users }) };
  await deleteObject(context, live);
  return { message: deliveryMessages.deleted };
}
