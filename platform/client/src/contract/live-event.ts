import * as z from 'zod';
import { callbackEventSchema } from './callback.ts';
import { componentReasonSchema, componentStatusSchema } from './component.ts';
import { instantSchema } from './instant.ts';
import { defineRoute } from './route.ts';
import { emptyBody, nothing } from './route-parts.ts';
import { runEventSchema } from './run-event.ts';
import { textsSchema } from './texts.ts';
import { topicsSchema } from './topic.ts';

/** A component's state in the cluster has changed. */
export const componentEventSchema = z.object({
  kind: z.literal('component'),
  appId: z.string(),
  time: instantSchema,
  component: z.object({
    id: z.number().int(),
    name: z.string(),
    status: componentStatusSchema,
    reason: componentReasonSchema,
    message: z.string(),
    texts: textsSchema,
    readyReplicas: z.number().int(),
  }),
});
export type ComponentEvent = z.output<typeof componentEventSchema>;

/** An application was created, changed or is gone. */
export const applicationEventSchema = z.object({
  kind: z.literal('application'),
  appId: z.string(),
  time: instantSchema,
  change: z.enum(['created', 'updated', 'deleted']),
  application: z.object({
    name: z.string(),
    namespace: z.string(),
    project: z.string(),
    revision: z.number().int(),
  }),
});
export type ApplicationEvent = z.output<typeof applicationEventSchema>;

/** Events may be missing: fetch what is shown again. Every event after this one is sent. */
export const resetEventSchema = z.object({
  kind: z.literal('reset'),
  /** `start`: the stream begins here; `gone`: what happened since the last event that was seen is not kept any more. */
  reason: z.enum(['start', 'gone']),
});
export type ResetEvent = z.output<typeof resetEventSchema>;

/** One event of the stream of many topics. */
export const liveEventSchema = z.discriminatedUnion('kind', [
  ...runEventSchema.options,
  componentEventSchema,
  applicationEventSchema,
  callbackEventSchema,
  resetEventSchema,
]);
export type LiveEvent = z.output<typeof liveEventSchema>;

/** For WebSockets, where browsers cannot send the header Last-Event-ID: the id of the last event that was seen. */
const after = z.string().max(200).optional();
export const lastEventQuery = z.object({ after });

/** The same for the events of one run. */
export const runEventsQuery = lastEventQuery.extend({
  /** Whether the stream ends after the events that are stored. */
  stored: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .default(false),
});

/** The routes that stream events. */
export const liveRoutes = {
  liveEvents: defineRoute({
    method: 'GET',
    path: '/events',
    summary:
      'Streams what happens to runs, components and applications from the event after Last-Event-ID, or from now on; ' +
      'a `reset` event means that events may be missing',
    access: 'read',
    subject: 'projects',
    params: nothing,
    query: z.object({ topics: topicsSchema, after }),
    body: emptyBody,
    response: { encoding: 'events', schema: liveEventSchema },
    errors: ['APPLICATION_NOT_FOUND', 'TASK_NOT_FOUND'],
  }),
};
