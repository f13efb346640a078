import * as z from 'zod';
import type { Action } from './route.ts';

/** Scopes of tokens; they do not include each other. */
export const actionSchema = z.enum(['read', 'deploy', 'exec', 'operate', 'admin']) satisfies z.ZodType<Action>;

/**
 * The role of a user in a project. All include `viewer`; `operator` includes `deployer` and `exec`, which do not include
 * each other; `admin` includes all. A user may have several roles in a project.
 */
export const roleSchema = z.enum(['viewer', 'deployer', 'exec', 'operator', 'admin']);
export type Role = z.output<typeof roleSchema>;

/** What each role may do. */
export const ROLE_ACTIONS: Readonly<Record<Role, readonly Action[]>> = {
  viewer: ['read'],
  deployer: ['read', 'deploy'],
  exec: ['read', 'exec'],
  operator: ['read', 'deploy', 'exec', 'operate'],
  admin: ['read', 'deploy', 'exec', 'operate', 'admin'],
};

/** In place of a project's name: every project, those to come included, and the platform itself. */
export const EVERYWHERE = '*';

/** What a project may be called: as long as in documents. */
export const projectNameSchema = z.string().max(190);

/** A role in a project. The project without a name holds the applications whose documents name none. */
export const grantSchema = z.object({ project: projectNameSchema, role: roleSchema });
export type Grant = z.output<typeof grantSchema>;
