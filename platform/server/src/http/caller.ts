import type { Action } from '@kubemin/client';
import type { Permissions, ProjectSet } from '../access/permissions.ts';

/** Who is asking, and what they may do. */
export interface Caller {
  readonly user: string;
  /** Of the user; another one of the same name has another. */
  readonly userId: string;
  /** The API token that was used; undefined for those the server was started with. */
  readonly tokenId?: string;
  /** When the token ends, in milliseconds since the epoch. */
  readonly expiresAt?: number;
  readonly permissions: Permissions;
  may(action: Action, project: string): boolean;
  /** Where they may do it: for lists of what several projects hold. */
  projects(action: Action): ProjectSet;
}

/** A caller with these permissions. */
export function callerOf(who: Pick<Caller, 'user' | 'userId' | 'tokenId' | 'expiresAt' | 'permissions'>): Caller {
  const { permissions } = who;
  return {
    ...who,
    may: (action, project) => permissions.may(action, project),
    projects: (action) => permissions.projects(action),
  };
}
