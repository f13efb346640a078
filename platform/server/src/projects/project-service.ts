import type { Clock } from '@kubemin/base';
import {
  EVERYWHERE,
  instant,
  type Project,
  type ProjectContent,
  type ProjectList,
  projectRoutes,
} from '@kubemin/client';
import { bindingOverlap, type Engine, judgePlace, patternsOverlap } from '@kubemin/engine';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import type { SqlDatabase, Transaction } from '@kubemin/sql';
import {
  ApiError,
  ApplicationRows,
  type BoundRoute,
  bindJson,
  type Caller,
  type ProjectRow,
  type ServerTables,
} from '../api/index.ts';
import type { ClusterUse } from '../clusters/index.ts';
import { clusterMessages, projectMessages } from '../messages/index.ts';
import { boundProject, ProjectRows } from './project-rows.ts';

export interface ProjectServiceOptions {
  readonly database: SqlDatabase<ServerTables>;
  readonly engine: Pick<Engine, 'closedNamespaces'>;
  readonly clusters: ClusterUse;
  readonly clock: Clock;
}

/** So many applications are named in an error; of the others there is the number. */
const MOST_NAMES = 5;

/**
 * Projects and what they are bound to. A namespace belongs to at most one bound project, and a binding never leaves an
 * application of its project outside, nor includes one of another project.
 */
export class ProjectService {
  readonly #options: ProjectServiceOptions;

  constructor(options: ProjectServiceOptions) {
    this.#options = options;
  }

  async list(caller: Caller): Promise<ProjectList> {
    const { query } = this.#options.database;
    const rows = new Map((await new ProjectRows(query).list()).map((row) => [row.name, row]));
    const counts = await new ApplicationRows(query).countByProject();
    const granted = caller.permissions.grants.map(({ project }) => project).filter((name) => name !== EVERYWHERE);
    const names = [...new Set([...rows.keys(), ...counts.keys(), ...granted])].filter((name) =>
      caller.may('read', name),
    );
    return { projects: names.toSorted().map((name) => projectView(name, rows.get(name), counts.get(name))) };
  }

  async get(name: string, caller: Caller): Promise<Project> {
    const { projects } = await this.list(caller);
    const found = projects.find((project) => project.name === name);
    if (found === undefined) throw projectNotFound(name);
    return found;
  }

  async bind(name: string, content: ProjectContent, caller: Caller): Promise<Project> {
    const { database, clock } = this.#options;
    this.#refuseClosed(content);
    await database.transaction(async (transaction) => {
      const rows = new ProjectRows(transaction);
      await rows.lock(database.capabilities.rowLocks);
      await this.#refuseUnknownClusters(content, transaction);
      for (const other of await rows.bindings()) {
        if (other.project !== name) refuseOverlap(content, other);
      }
      await refuseMisplaced(name, content, transaction);
      await rows.put(name, content, clock.now());
    });
    return this.get(name, caller);
  }

  /** Returns what the project is without its binding. */
  async unbind(name: string, caller: Caller): Promise<Project> {
    const { database } = this.#options;
    const before = await this.get(name, caller);
    if (!before.bound) throw new ApiError('PROJECT_NOT_FOUND', projectMessages.notBound({ project: name }));
    await database.transaction(async (transaction) => {
      const rows = new ProjectRows(transaction);
      await rows.lock(database.capabilities.rowLocks);
      await rows.delete(name);
    });
    return projectView(name, undefined, before.applications);
  }

  #refuseClosed({ namespaces }: ProjectContent): void {
    const { closedNamespaces } = this.#options.engine;
    for (const pattern of namespaces) {
      const closed = closedNamespaces.find((each) => patternsOverlap(pattern, each));
      if (closed === undefined) continue;
      throw new ApiError('PROJECT_NAMESPACE_CLOSED', projectMessages.namespaceClosed({ pattern, closed }));
    }
  }

  async #refuseUnknownClusters({ clusters }: ProjectContent, transaction: Transaction<ServerTables>): Promise<void> {
    for (const cluster of clusters) {
      if (cluster === DEFAULT_CLUSTER || (await this.#options.clusters.hold(cluster, transaction))) continue;
      throw new ApiError('CLUSTER_NOT_FOUND', clusterMessages.notFound({ cluster }));
    }
  }
}

/** Only administrators of the whole platform bind projects, so that the message may name the other project. */
function refuseOverlap(content: ProjectContent, other: ReturnType<typeof boundProject>): void {
  const overlap = bindingOverlap(content, other);
  if (overlap === undefined) return;
  const { cluster, left: pattern, right: taken } = overlap;
  throw new ApiError(
    'PROJECT_NAMESPACE_TAKEN',
    projectMessages.namespaceTaken({ pattern, cluster, taken, project: other.project }),
  );
}

/** Refuses a binding by which applications that exist could not be delivered any more. */
async function refuseMisplaced(
  name: string,
  content: ProjectContent,
  transaction: Transaction<ServerTables>,
): Promise<void> {
  const bindings = [{ project: name, ...content }];
  const misplaced = (await new ApplicationRows(transaction).listPlaces()).filter(
    (place) => judgePlace(bindings, place) !== undefined,
  );
  const describe = (places: typeof misplaced): readonly string[] =>
    places.slice(0, MOST_NAMES).map((place) => `${place.cluster}/${place.namespace}/${place.name}`);
  const own = misplaced.filter(({ project }) => project === name);
  if (own.length > 0) {
    const parameters = { count: own.length, applications: describe(own), project: name };
    throw new ApiError('PROJECT_IN_USE', projectMessages.applicationsOutside(parameters));
  }
  if (misplaced.length > 0) {
    const parameters = { count: misplaced.length, applications: describe(misplaced) };
    throw new ApiError('PROJECT_IN_USE', projectMessages.applicationsInside(parameters));
  }
}

function projectNotFound(project: string): ApiError {
  return new ApiError('PROJECT_NOT_FOUND', projectMessages.notFound({ project }));
}

function projectView(name: string, row: ProjectRow | undefined, applications = 0): Project {
  if (row === undefined) return { name, bound: false, description: '', clusters: [], namespaces: [], applications };
  const { project: _, ...binding } = boundProject(row);
  return {
    name,
    bound: true,
    description: row.description,
    ...binding,
    applications,
    createTime: instant(row.created_at),
    updateTime: instant(row.updated_at),
  };
}

/** The routes about projects. */
export function projectHandlers(projects: ProjectService): Readonly<Record<keyof typeof projectRoutes, BoundRoute>> {
  const { listProjects, getProject, bindProject, unbindProject } = projectRoutes;
  return {
    listProjects: bindJson(listProjects, ({ caller }) => projects.list(caller)),
    getProject: bindJson(getProject, ({ params, caller }) => projects.get(params.project, caller)),
    bindProject: bindJson(bindProject, ({ params, body, caller }) => projects.bind(params.project, body, caller)),
    unbindProject: bindJson(unbindProject, ({ params, caller }) => projects.unbind(params.project, caller)),
  };
}
