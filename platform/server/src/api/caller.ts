import type { Message } from '@kubemin/base/message';
import { type Action, EVERYWHERE, type Grant, ROLE_ACTIONS, type Role, type RunSource } from '@kubemin/client';
import { accountMessages } from '../messages/index.ts';

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
export function createCaller(who: Pick<Caller, 'user' | 'userId' | 'tokenId' | 'expiresAt' | 'permissions'>): Caller {
  const { permissions } = who;
  return {
    ...who,
    may: (action, project) => permissions.may(action, project),
    projects: (action) => permissions.projects(action),
  };
}

/** The least role that may do something. */
const LEAST_ROLE: Readonly<Record<Action, Role>> = {
  read: 'viewer',
  deploy: 'deployer',
  exec: 'exec',
  operate: 'operator',
  admin: 'admin',
};

/** Projects, those to come included, or the ones that are named. */
export type ProjectSet = 'all' | readonly string[];

/** What a token narrows its user's permissions to; what is left out narrows nothing. */
interface Narrowing {
  readonly scopes?: readonly Action[] | undefined;
  readonly projects?: readonly string[] | undefined;
}

/** The permissions of a caller: the roles of a user, narrowed by the token that is used. Never more than the roles. */
export class Permissions {
  readonly grants: readonly Grant[];
  readonly narrowing: Narrowing;

  constructor(grants: readonly Grant[], narrowing: Narrowing = {}) {
    this.grants = grants;
    this.narrowing = narrowing;
  }

  may(action: Action, project: string): boolean {
    return this.hasScope(action) && this.#reaches(project) && this.#roleAllows(action, project);
  }

  /** May do it on the whole platform: what belongs to no project needs this. */
  everywhere(action: Action): boolean {
    return this.may(action, EVERYWHERE);
  }

  projects(action: Action): ProjectSet {
    if (this.everywhere(action)) return 'all';
    const named = [...this.grants.map(({ project }) => project), ...(this.narrowing.projects ?? [])];
    return [...new Set(named)].filter((project) => project !== EVERYWHERE && this.may(action, project));
  }

  /** Whether the project may be known to be there at all; a token that lacks a scope does not hide its user's projects. */
  sees(project: string): boolean {
    return this.#reaches(project) && this.#roleAllows('read', project);
  }

  /** Why an action is not allowed, and what would be needed. */
  lack(action: Action, project: string): Message {
    const { scopes } = this.narrowing;
    if (!this.hasScope(action)) return accountMessages.scopeRequired({ scopes: scopes ?? [], scope: action });
    const where = project === EVERYWHERE ? accountMessages.onPlatform : projectPlace(project);
    if (this.#roleAllows(action, project)) return accountMessages.projectRequired({ where });
    return accountMessages.roleRequired({ role: LEAST_ROLE[action], where });
  }

  /** Equal texts mean equal permissions. */
  get fingerprint(): string {
    return JSON.stringify([this.grants, this.narrowing.scopes, this.narrowing.projects]);
  }

  hasScope(action: Action): boolean {
    return this.narrowing.scopes?.includes(action) ?? true;
  }

  #reaches(project: string): boolean {
    return this.narrowing.projects?.includes(project) ?? true;
  }

  #roleAllows(action: Action, project: string): boolean {
    return this.grants.some(
      (grant) =>
        (grant.project === EVERYWHERE || grant.project === project) && ROLE_ACTIONS[grant.role].includes(action),
    );
  }
}

function projectPlace(project: string): Message {
  return project === '' ? accountMessages.inUnnamedProject : accountMessages.inProject({ project });
}

/** Who asks for a change, and on which conditions. */
export interface RequestContext {
  readonly caller: Caller;
  /** The revision the change was made for; with another one there, nothing happens. */
  readonly ifMatch: number | undefined;
  /** Stands for the request and all its repetitions: what was done for it once is not done again. */
  readonly requestId: string | undefined;
  /** What the request was made with. */
  readonly source: RunSource;
}

/** What a request is about, as far as its path contains it. */
export interface RequestSubject {
  readonly appId?: string;
  /** The id, also where the path has the number. */
  readonly taskId?: string;
  /** Undefined where it is no longer known, or was not needed. */
  readonly project?: string | undefined;
  /** For the audit, what neither the path nor the other fields have. */
  readonly detail?: string;
}
