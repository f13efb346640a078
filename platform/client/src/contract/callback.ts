import * as z from 'zod';
import { schemaMessages } from '../messages/index.ts';
import { instantSchema } from './instant.ts';
import { runNumberSchema } from './task.ts';
import { textsSchema } from './texts.ts';

/** Where the end of a run is to be reported to. Neither address nor secret is ever returned. */
export const callbackRequestSchema = z.object({
  url: z.url({ protocol: /^https?$/, error: schemaMessages.callbackUrl.message }).max(2048),
  /** Signs the message with HMAC-SHA256. */
  secret: z.string().min(1).max(1024).optional(),
});

/** One attempt to deliver a callback. */
export const callbackAttemptSchema = z.object({
  number: z.number().int(),
  startedAt: instantSchema,
  /** Absent while it is under way, and of an attempt whose instance died. */
  endedAt: instantSchema.optional(),
  /** The status of the response, where there was one. */
  status: z.number().int().optional(),
  error: z.string().optional(),
  texts: textsSchema,
});
export type CallbackAttempt = z.output<typeof callbackAttemptSchema>;

/** How far the callback of a run is. `open`: waits for the end of the run, or for the next attempt; `failed`: no further attempts. */
export const callbackSchema = z.object({
  /** Scheme, host and port of its address; the rest may be secret. */
  origin: z.string(),
  status: z.enum(['open', 'delivered', 'failed']),
  attempts: z.array(callbackAttemptSchema).readonly(),
  /** When the next attempt is due. */
  nextAt: instantSchema.optional(),
});
export type Callback = z.output<typeof callbackSchema>;

/** An attempt to deliver the callback of a run has ended; it is the last of `callback.attempts`. */
export const callbackEventSchema = z.object({
  kind: z.literal('callback'),
  appId: z.string(),
  taskId: z.string(),
  number: runNumberSchema,
  appName: z.string(),
  time: instantSchema,
  callback: callbackSchema,
});
export type CallbackEvent = z.output<typeof callbackEventSchema>;
