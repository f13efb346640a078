import * as z from 'zod';
import { liveEventSchema } from './live-event.ts';
import { defineRoute } from './route.ts';
import { noBody, nothing } from './route-parts.ts';
import { topicsSchema } from './topic.ts';

/** The part of the contract that tells what happens as it happens. */
export const liveRoutes = {
  liveEvents: defineRoute({
    method: 'GET',
    path: '/events',
    summary:
      'Streams what happens to runs, components and applications from the event after Last-Event-ID, or from now on; ' +
      'a `reset` event says that something may not have been told',
    access: 'read',
    subject: 'projects',
    params: nothing,
    query: z.object({ topics: topicsSchema }),
    body: noBody,
    response: { encoding: 'events', schema: liveEventSchema },
    errors: ['APPLICATION_NOT_FOUND', 'TASK_NOT_FOUND'],
  }),
};
