import * as z from 'zod';
import type { Action } from './route.ts';

/** What people and tokens may be allowed to do, each one more than the one before. */
export const actionSchema = z.enum(['read', 'deploy', 'operate', 'admin']) satisfies z.ZodType<Action>;

/** The role of a user in a project; each role includes the one before it. */
export const roleSchema = z.enum(['viewer', 'deployer', 'operator', 'admin']);
export type Role = z.output<typeof roleSchema>;

/** In place of a project's name: every project, those to come included, and the platform itself. */
export const EVERYWHERE = '*';

/** What a project may be called: as long as in documents. */
export const projectNameSchema = z.string().max(190);

/** A role in a project. The project without a name holds the applications whose documents name none. */
export const grantSchema = z.object({ project: projectNameSchema, role: roleSchema });
export type Grant = z.output<typeof grantSchema>;
