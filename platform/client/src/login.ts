import * as z from 'zod';
import { instantSchema } from './instant.ts';
import { lenientBody } from './lenient-body.ts';

/** A code that opens one session, once and soon. It is in this answer and never in another one. */
export const loginCodeSchema = z.object({ code: z.string(), expireTime: instantSchema });
export type LoginCode = z.output<typeof loginCodeSchema>;

const exchange = z.object({ code: z.string().min(1).max(255) });

/** The code to be exchanged for a session. */
export const loginSchema = lenientBody(exchange);
export type Login = z.output<typeof exchange>;
