import { jobListSchema } from './job.ts';
import { pageSchema } from './page.ts';
import { defineRoute } from './route.ts';
import { noBody, nothing, taskParams } from './route-parts.ts';
import { runFilterSchema, taskListSchema } from './task.ts';

/** The part of the contract about runs of any application. */
export const runRoutes = {
  listRuns: defineRoute({
    method: 'GET',
    path: '/runs',
    summary: 'Lists the runs of all applications the caller may see, the newest first',
    access: 'read',
    subject: 'projects',
    params: nothing,
    query: runFilterSchema,
    body: noBody,
    response: { encoding: 'json', schema: taskListSchema },
    errors: [],
  }),
  listJobs: defineRoute({
    method: 'GET',
    path: '/workflow/tasks/:taskId/jobs',
    summary: 'Lists the jobs of a run in the order of its plan',
    access: 'read',
    subject: 'task',
    params: taskParams,
    query: pageSchema,
    body: noBody,
    response: { encoding: 'json', schema: jobListSchema },
    errors: ['TASK_NOT_FOUND'],
  }),
};
