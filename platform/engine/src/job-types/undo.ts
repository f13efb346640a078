import { appIdOf } from '@kubemin/render';
import { CREATED_BY_RUN } from '../delivery/create-object.ts';
import { deliver } from '../delivery/deliver.ts';
import { resourceOf } from '../delivery/resource-of.ts';
import { usersOf } from '../delivery/sharing.ts';
import type { JobType } from '../job-type.ts';
import { deleteObject } from './delete-object.ts';

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
    if (object.kind === 'PersistentVolumeClaim') return 'kept: claims are never deleted with what uses them';
    const live = await resourceOf(context.client, object).find(object.metadata.name ?? '', { signal: context.signal });
    if (live === undefined) return 'not there';
    if (appIdOf(live) !== context.appId) return 'belongs to somebody else, so it is left alone';
    if (live.metadata.annotations?.[CREATED_BY_RUN] !== context.job.taskId) return 'kept: it was there before this run';
    if (usersOf(live).length > 0) return 'kept: other applications use it by now';
    await deleteObject(context, live);
    return 'deleted again';
  },
};

/** Delivers what the last run that completed had delivered under the same name. */
export const restore: JobType = {
  name: RESTORE,
  kinds: [],
  priority: 20,
  run: async (context) => {
    const { change } = await deliver(context, context.rendered);
    return change === 'unchanged' ? 'as it was before' : 'brought back to what it was before';
  },
};
