import * as z from 'zod';
import { instantSchema } from './instant.ts';
import { lenientBody } from './lenient-body.ts';
import { defineRoute } from './route.ts';
import { emptyBody, jsonBody, nothing } from './route-parts.ts';
import { createdTokenSchema } from './token.ts';

/** A code that opens one session, once and soon. Only this response contains it. */
export const loginCodeSchema = z.object({ code: z.string(), expireTime: instantSchema });
export type LoginCode = z.output<typeof loginCodeSchema>;

const exchange = z.object({ code: z.string().min(1).max(255) });

/** The code to be exchanged for a session. */
export const loginSchema = lenientBody(exchange);
export type Login = z.output<typeof exchange>;

/** The part of the contract about coming in without typing a token. */
export const loginRoutes = {
  createLoginCode: defineRoute({
    method: 'POST',
    path: '/login/codes',
    summary: 'Creates a code that opens one session for the caller, once and within minutes',
    access: 'read',
    subject: 'platform',
    params: nothing,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: loginCodeSchema, kept: false },
    errors: [],
  }),
  login: defineRoute({
    method: 'POST',
    path: '/login',
    summary: 'Exchanges a login code for an API token of a day at most; the code is spent by that',
    access: 'public',
    subject: 'platform',
    params: nothing,
    query: nothing,
    body: jsonBody(loginSchema),
    response: { encoding: 'json', schema: createdTokenSchema, kept: false },
    errors: ['BODY_UNREADABLE', 'LOGIN_CODE_INVALID', 'RATE_LIMITED'],
  }),
};
