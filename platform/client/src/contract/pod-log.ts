import * as z from 'zod';
import { schemaMessages } from '../messages/index.ts';
import { instantSchema } from './instant.ts';
import { podNameSchema } from './inventory.ts';
import { componentFilter } from './pod.ts';
import { textsSchema } from './texts.ts';

/** A line of a container's log, as the container wrote it: what it prints is not masked. */
export const logLineSchema = z.object({
  /** RFC 3339 in UTC with nine digits of the second, so that texts sort by time; empty where it is not known. */
  time: z.string(),
  pod: z.string(),
  container: z.string(),
  component: z.string().optional(),
  text: z.string(),
});
export type LogLine = z.output<typeof logLineSchema>;

const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .default(false);

/** A moment, or how long ago: `90s`, `15m`, `2h`, `7d`. */
const sinceSchema = z.union([instantSchema, z.string().regex(/^\d{1,6}[smhd]$/, schemaMessages.since.message)]);

const logFields = {
  component: componentFilter,
  pod: podNameSchema.optional(),
  /** One container of each pod. @default the one that kubectl would take */
  container: z.string().min(1).max(253).optional(),
  /** All containers of each pod, init containers included. */
  allContainers: flag,
  /** Lines that contain this text. */
  q: z.string().min(1).max(1_000).optional(),
  since: sinceSchema.optional(),
};

/** Which lines of an application's logs. */
export const logFilterSchema = z.object({
  ...logFields,
  /** Of the life of each container before its last restart. */
  previous: flag,
  /** Of pods that are gone, as the platform has kept them, instead of those of pods that are there. */
  gone: flag,
  until: instantSchema.optional(),
  /** How many lines at most, the newest. */
  tail: z.coerce.number().int().min(1).max(10_000).default(500),
});
export type LogFilter = z.output<typeof logFilterSchema>;

/** Lines of all logs together, the oldest first. */
export const logListSchema = z.object({
  lines: z.array(logLineSchema).readonly(),
  /** Whether there are older lines that are not here. */
  truncated: z.boolean(),
  /** Containers whose logs were not read: there are too many, or the cluster has none of them. */
  leftOut: z
    .array(z.object({ pod: z.string(), container: z.string(), reason: z.string(), texts: textsSchema }))
    .readonly(),
});
export type LogList = z.output<typeof logListSchema>;

/** Which logs are followed. */
export const followedLogsSchema = z.object({
  ...logFields,
  /** Of the logs that are there at the start, how many lines of each; without it, all. */
  tail: z.coerce.number().int().min(0).max(1_000_000).optional(),
  /** Ends after what is there now, with the message `end`, instead of waiting for more. */
  ends: flag,
  /** Of the life of each container before its last restart; without `ends`, that first, then what follows. */
  previous: flag,
  /** The id of the last message that was seen, for WebSockets. */
  after: z.string().max(8_000).optional(),
});
export type FollowedLogs = z.output<typeof followedLogsSchema>;

/** One message of followed logs. */
export const logMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lines'), lines: z.array(logLineSchema).readonly() }),
  z.object({
    kind: z.literal('container'),
    pod: z.string(),
    container: z.string(),
    component: z.string().optional(),
    /** `left-out`: its log is not read, for the reason in `message`. */
    change: z.enum(['started', 'ended', 'left-out']),
    message: z.string().optional(),
    texts: textsSchema,
  }),
  /** Everything was sent: nothing follows. */
  z.object({ kind: z.literal('end') }),
]);
export type LogMessage = z.output<typeof logMessageSchema>;
