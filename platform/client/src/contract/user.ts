import * as z from 'zod';
import { schemaMessages } from '../messages/index.ts';
import { instantSchema } from './instant.ts';
import { lenientBody } from './lenient-body.ts';
import { actionSchema, EVERYWHERE, grantSchema, ROLE_ACTIONS } from './role.ts';
import type { Action } from './route.ts';

const userName = z.string().regex(/^[a-z0-9][a-z0-9._@-]{0,62}$/, schemaMessages.userName.message);
const displayName = z.string().max(255);
const roles = z.array(grantSchema).max(1_000).readonly();

/** A user of the platform, and their roles by project. */
export const userSchema = z.object({
  name: z.string(),
  displayName: z.string(),
  roles,
  /** `configured` ones come from how the server was started, and change only there. */
  origin: z.enum(['stored', 'configured']),
  createTime: instantSchema.optional(),
  updateTime: instantSchema.optional(),
});
export type User = z.output<typeof userSchema>;

/** Users by name. */
export const userListSchema = z.object({ users: z.array(userSchema).readonly() });
export type UserList = z.output<typeof userListSchema>;

const creation = z.object({ name: userName, displayName: displayName.default(''), roles: roles.default([]) });

/** A user to be. */
export const userCreationSchema = lenientBody(creation);
export type UserCreation = z.output<typeof creation>;

const change = z.object({ displayName: displayName.optional(), roles: roles.optional() });

/** What to change of a user; roles that are given take the place of all there were. */
export const userChangeSchema = lenientBody(change);
export type UserChange = z.output<typeof change>;

/** Who is asking, and what they may do with the token they use. */
export const whoamiSchema = z.object({
  user: z.string(),
  roles,
  /** Absent: whatever the roles allow. */
  scopes: z.array(actionSchema).readonly().optional(),
  /** Absent: wherever the roles hold. */
  projects: z.array(z.string()).readonly().optional(),
  tokenId: z.string().optional(),
  expireTime: instantSchema.optional(),
});
export type Whoami = z.output<typeof whoamiSchema>;

/** Whether the user may do something in a project; without one, on the platform itself. The server decides by the same rule. */
export function isAllowed({ scopes, projects, roles: grants }: Whoami, action: Action, project?: string): boolean {
  if (scopes !== undefined && !scopes.includes(action)) return false;
  if (projects !== undefined && (project === undefined || !projects.includes(project))) return false;
  return grants.some(
    (grant) => (grant.project === EVERYWHERE || grant.project === project) && ROLE_ACTIONS[grant.role].includes(action),
  );
}
