import * as z from 'zod';
import { schemaMessages } from '../messages/index.ts';
import { instantSchema } from './instant.ts';
import { lenientBody } from './lenient-body.ts';
import { actionSchema, projectNameSchema } from './role.ts';

/** What every API token begins with, so that people and scanners know one when they see it. */
export const TOKEN_PREFIX = 'kmt_';

const TEN_YEARS = 10 * 365 * 24 * 3_600;
const scopes = z.array(actionSchema).min(1).max(actionSchema.options.length).readonly();
const projects = z
  .array(projectNameSchema)
  .min(1)
  .max(1_000)
  .refine((names) => !names.includes('*'), schemaMessages.projectRequired.message)
  .readonly();

/** An API token, without the token itself. It never allows more than its user may do. */
export const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  user: z.string(),
  /** Absent: whatever the user may do. */
  scopes: z.array(actionSchema).readonly().optional(),
  /** Absent: wherever the user may. */
  projects: z.array(z.string()).readonly().optional(),
  state: z.enum(['active', 'expired', 'revoked']),
  createTime: instantSchema,
  expireTime: instantSchema.optional(),
  revokeTime: instantSchema.optional(),
  /** Right to the minute. */
  lastUsedTime: instantSchema.optional(),
});
export type Token = z.output<typeof tokenSchema>;

/** Tokens, the newest first. */
export const tokenListSchema = z.object({ tokens: z.array(tokenSchema).readonly() });
export type TokenList = z.output<typeof tokenListSchema>;

/** Whose tokens: without a name, the caller's own; for an administrator, those of all users. */
export const tokenFilterSchema = z.object({ user: z.string().optional() });
export type TokenFilter = z.output<typeof tokenFilterSchema>;

const creation = z.object({
  name: z.string().min(1).max(255),
  /** The name of another user needs an administrator. */
  user: z.string().optional(),
  scopes: scopes.optional(),
  projects: projects.optional(),
  lifetimeSeconds: z.number().int().min(1).max(TEN_YEARS).optional(),
});

/** A token to be: no wider and no longer-lived than the one that asks for it. */
export const tokenCreationSchema = lenientBody(creation);
export type TokenCreation = z.output<typeof creation>;

/** Only this response contains the token itself. */
export const createdTokenSchema = tokenSchema.extend({ token: z.string() });
export type CreatedToken = z.output<typeof createdTokenSchema>;
