import * as z from 'zod';
import { schemaMessages } from '../messages/index.ts';
import { instantSchema } from './instant.ts';
import { lenientBody } from './lenient-body.ts';

const profileName = z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, schemaMessages.profileName.message);

/** The parameters of a path that names a profile. */
export const profileParams = z.object({ kind: z.string().min(1).max(63), name: profileName });

/** The content of a profile; what it may hold depends on its kind. */
const content = z.object({
  description: z.string().max(1000).default(''),
  settings: z.record(z.string(), z.unknown()),
});
export const profileContentSchema = lenientBody(content);
export type ProfileContent = z.output<typeof content>;

/** Settings that documents take from the platform by name: `traits.<kind>.profile`. */
export const profileSchema = z.object({
  kind: z.string(),
  name: z.string(),
  description: z.string(),
  settings: z.record(z.string(), z.unknown()),
  /** How many applications refer to it. */
  uses: z.number().int(),
  createTime: instantSchema,
  updateTime: instantSchema,
});
export type Profile = z.output<typeof profileSchema>;

/** Which profiles to list. */
export const profileFilterSchema = z.object({ kind: z.string().min(1).optional() });

/** Profiles by kind and name. */
export const profileListSchema = z.object({ profiles: z.array(profileSchema).readonly() });
export type ProfileList = z.output<typeof profileListSchema>;
