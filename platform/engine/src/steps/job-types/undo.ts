import { objectAppId } from '@kubemin/render';
import { CREATED_BY_RUN, deleteObject, deliver, resourceClient, userAppIds } from '../../delivery/index.ts';
import { deliveryMessages } from '../../messages/index.ts';
import type { JobType } from '../../task/index.ts';

/** The name of the job type that removes what a failed step created. */
export const REMOVE_CREATED = 'remove_created';
/** The name of the job type that brings back what a failed step changed. */
export const RESTORE = 'restore';

/** Deletes an object if the very run it belongs to created it. Claims stay: data outlives what used it. */
export const removeCreated: JobType = {
  name: REMOVE_CREATED,
  kinds: [],
  priority: 20,
  run: async (context) => {
    const { object } = context.rendered;
    if (object.kind === 'PersistentVolumeClaim') return { message: deliveryMessages.claimKept };
    const live = await resourceClient(context.client, object).find(object.metadata.name ?? '', {
      signal: context.signal,
    });
    if (live === undefined) return { message: deliveryMessages.notThere };
    if (objectAppId(live) !== context.appId) return { message: deliveryMessages.foreignLeft };
    if (live.metadata.annotations?.[CREATED_BY_RUN] !== context.job.taskId)
      return { message: deliveryMessages.existedBefore };
    if (userAppIds(live).length > 0) return { message: deliveryMessages.usedByOthers };
    await deleteObject(context, live);
    return { message: deliveryMessages.deletedAgain };
  },
};

/** Delivers what the last run that completed had delivered under the same name. */
export const restore: JobType = {
  name: RESTORE,
  kinds: [],
  priority: 20,
  run: async (context) => {
    const { change } = await deliver(context, context.rendered);
    return { message: change === 'unchanged' ? deliveryMessages.asBefore : deliveryMessages.restored };
  },
};
