import type { Message } from '@kubemin/base/message';
import { type Access, EVERYWHERE, mayChange, type Route, type Subject } from '@kubemin/client';
import type { Engine } from '@kubemin/engine';
import type { Kysely, QueryTemplate, SqlDatabase } from '@kubemin/sql';
import {
  ApiError,
  type ApplicationRow,
  applicationNotFound,
  type Caller,
  type RequestSubject,
  runNotFound,
  runNumber,
  type ServerTables,
} from '../api/index.ts';

type NeededAction = Exclude<Access, 'public'>;

interface AccessQuestion {
  readonly action: NeededAction;
  readonly params: unknown;
  readonly caller: Caller;
  /** No record of it is stored, so the project need not be looked up where the caller may do it in all of them. */
  readonly readOnly: boolean;
}

/**
 * Decides whether a caller may use a route, by what the route declares. A caller who may not even read a project gets
 * the response for what does not exist: same status, same message.
 */
export class Admission {
  readonly #projects: ApplicationProjects;
  readonly #bySubject: Readonly<Record<Subject, (question: AccessQuestion) => Promise<RequestSubject>>> = {
    platform: (question) => this.#platform(question),
    application: (question) => this.#application(question),
    task: (question) => this.#task(question),
    projects: (question) => this.#inProjects(question),
  };

  constructor(projects: ApplicationProjects) {
    this.#projects = projects;
  }

  async admit(
    route: Pick<Route, 'access' | 'subject' | 'method' | 'effect'>,
    params: unknown,
    caller: Caller,
  ): Promise<RequestSubject> {
    const { access, subject } = route;
    if (access === 'public') return {};
    return this.#bySubject[subject]({ action: access, params, caller, readOnly: !mayChange(route) });
  }

  /** Every known caller may read the platform; changing it needs the role everywhere. */
  async #platform({ action, caller: { permissions } }: AccessQuestion): Promise<RequestSubject> {
    const allowed = action === 'read' ? permissions.hasScope('read') : permissions.everywhere(action);
    if (!allowed) throw forbidden(permissions.lack(action, EVERYWHERE));
    return {};
  }

  async #application({ action, params, caller, readOnly }: AccessQuestion): Promise<RequestSubject> {
    const appId = stringParam(params, 'appId');
    if (readOnly && caller.permissions.everywhere(action)) return { appId };
    const project = await this.#projects.applicationProject(appId);
    if (project === undefined) throw applicationNotFound(appId);
    requirePermission(caller, action, project, applicationNotFound(appId));
    return { appId, project };
  }

  async #task({ action, params, caller, readOnly }: AccessQuestion): Promise<RequestSubject> {
    const named = stringParam(params, 'taskId');
    const taskId = await this.#projects.taskId(named);
    if (taskId === undefined) throw runNotFound(named);
    if (readOnly && caller.permissions.everywhere(action)) return { taskId };
    const found = await this.#projects.taskProject(taskId);
    // In the words of the request: an id that the caller did not have must not show.
    if (found === undefined) throw runNotFound(named);
    requirePermission(caller, action, found.project ?? EVERYWHERE, runNotFound(named));
    return { taskId, ...found };
  }

  /** The handler decides for each project; here only who has nothing to ask for at all is turned away. */
  async #inProjects({ action, caller: { permissions } }: AccessQuestion): Promise<RequestSubject> {
    const somewhere = action === 'read' || permissions.projects(action).length > 0;
    if (!permissions.hasScope(action) || !somewhere) throw forbidden(permissions.lack(action, EVERYWHERE));
    return {};
  }
}

/** Refuses an action in a project: as forbidden to callers who may see the project, as `absent` to all others. */
export function requirePermission(caller: Caller, action: NeededAction, project: string, absent: ApiError): void {
  const { permissions } = caller;
  if (permissions.may(action, project)) return;
  throw permissions.sees(project) ? forbidden(permissions.lack(action, project)) : absent;
}

/** Refuses an action in a project that the caller named: that reveals nothing about what it holds. */
export function requireProjectPermission(caller: Caller, action: NeededAction, project: string): void {
  requirePermission(caller, action, project, forbidden(caller.permissions.lack(action, project)));
}

/** The error for a caller who may know that something exists, but may not do this to it. */
export function forbidden(lack: Message): ApiError {
  return new ApiError('FORBIDDEN', lack);
}

/** What a path names, whether it is there or not. */
export function pathSubject(params: unknown): RequestSubject {
  const appId = stringParam(params, 'appId');
  const taskId = stringParam(params, 'taskId');
  return { ...(appId !== '' && { appId }), ...(taskId !== '' && { taskId }) };
}

function stringParam(params: unknown, name: string): string {
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
  return typeof value === 'string' ? value : '';
}

const PROJECT_QUERY: QueryTemplate<ServerTables, Pick<ApplicationRow, 'project'>> = {
  shape: 'project of an application',
  build: (query, value) => query.selectFrom('applications').select('project').where('id', '=', value<string>('appId')),
};

/** Which project applications and runs belong to. */
export class ApplicationProjects {
  readonly #database: SqlDatabase<ServerTables>;
  readonly #query: Kysely<ServerTables>;
  readonly #engine: Pick<Engine, 'task' | 'findTaskId'>;

  constructor(database: SqlDatabase<ServerTables>, engine: Pick<Engine, 'task' | 'findTaskId'>) {
    this.#database = database;
    this.#query = database.query;
    this.#engine = engine;
  }

  async applicationProject(appId: string): Promise<string | undefined> {
    const row = await this.#database.cache.first(this.#query, PROJECT_QUERY, { appId });
    return row?.project;
  }

  /** The projects of applications, deleted ones included, as far as they are known. */
  async applicationProjects(appIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (appIds.length === 0) return new Map();
    const tables = ['departed_applications', 'applications'] as const;
    const found = await Promise.all(
      tables.map((table) =>
        this.#query.selectFrom(table).select(['id', 'project']).where('id', 'in', appIds).execute(),
      ),
    );
    return new Map(found.flat().map(({ id, project }) => [id, project]));
  }

  /** The id of a run that is named by its number, or by its id: that comes back as it is, whether it is there or not. */
  async taskId(run: string): Promise<string | undefined> {
    const number = runNumber(run);
    return number === undefined ? run : this.#engine.findTaskId(number);
  }

  /** The runs of an application stay with its project after it is gone; `project` is undefined where it is unknown. */
  async taskProject(
    taskId: string,
  ): Promise<{ readonly appId: string; readonly project: string | undefined } | undefined> {
    const task = await this.#engine.task(taskId);
    if (task === undefined) return undefined;
    const { appId } = task;
    return { appId, project: (await this.applicationProject(appId)) ?? (await this.#departed(appId)) };
  }

  async #departed(appId: string): Promise<string | undefined> {
    const row = await this.#query
      .selectFrom('departed_applications')
      .select('project')
      .where('id', '=', appId)
      .executeTakeFirst();
    return row?.project;
  }
}
