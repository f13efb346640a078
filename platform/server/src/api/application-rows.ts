import type { Message } from '@kubemin/base/message';
import type { ApplicationFilter } from '@kubemin/client';
import { type AnyDocument, DEFAULT_CLUSTER } from '@kubemin/model';
import { type Kysely, type QueryTemplate, type SqlBool, sql } from '@kubemin/sql';
import { applicationMessages } from '../messages/index.ts';
import type { ProjectSet } from './caller.ts';
import type { ApplicationRow, ServerTables } from './tables.ts';

/** What makes an application that application, beside its id. */
type ApplicationKey = Pick<AnyDocument, 'project' | 'cluster' | 'namespace' | 'name'>;

/** The scope in which names of namespaces are unique. No cluster has a slash in its name. */
export function namespaceScope({
  cluster = DEFAULT_CLUSTER,
  project,
}: Pick<ApplicationKey, 'project' | 'cluster'>): string {
  return `${cluster}/${project}`;
}

/** Where an application is, for messages. */
export function describePlace({ cluster, project, namespace }: Omit<ApplicationKey, 'name'>): readonly Message[] {
  return [
    ...(cluster === undefined ? [] : [applicationMessages.cluster({ cluster })]),
    ...(project === '' ? [] : [applicationMessages.project({ project })]),
    applicationMessages.namespace({ namespace }),
  ];
}

/** What a save may change of an application. */
export type ApplicationChange = Omit<ApplicationRow, 'id' | 'workflow_id' | 'created_at' | 'deletion_task'>;

/** The columns of a document that is saved as a revision. */
export function savedChange(
  document: AnyDocument & { readonly version: string },
  at: { readonly revision: number; readonly time: number },
): ApplicationChange {
  const { name, namespace, cluster = DEFAULT_CLUSTER, project, alias, version, description, icon } = document;
  const texts = {
    name,
    namespace,
    cluster,
    project,
    scope: namespaceScope(document),
    alias,
    version,
    description,
    icon,
  };
  return { ...texts, tmp_enable: document.tmpEnable ? 1 : 0, revision: at.revision, updated_at: at.time };
}

/** Where in the list of applications a page ended: when its last was changed, and its id. */
export type ApplicationPlace = readonly [number, string];

/** Which applications to list, and how many at most. */
export interface ApplicationListing extends Omit<ApplicationFilter, 'continue'> {
  readonly after?: ApplicationPlace | undefined;
}

const SEARCHED = ['name', 'alias', 'description'] as const;

/** The application of an id. */
export const APPLICATION: QueryTemplate<ServerTables, ApplicationRow> = {
  shape: 'application',
  build: (query, value) => query.selectFrom('applications').selectAll().where('id', '=', value<string>('appId')),
};

/** The applications table. Given a transaction, everything happens inside it. */
export class ApplicationRows {
  readonly #query: Kysely<ServerTables>;
  readonly #lock: boolean;

  /** With `lock`, an application that is read stays as it is until the transaction ends. */
  constructor(query: Kysely<ServerTables>, options: { readonly lock: boolean } = { lock: false }) {
    this.#query = query;
    this.#lock = options.lock;
  }

  byId(id: string): Promise<ApplicationRow | undefined> {
    return this.#select().where('id', '=', id).executeTakeFirst();
  }

  byName(key: ApplicationKey): Promise<ApplicationRow | undefined> {
    return this.#select()
      .where('scope', '=', namespaceScope(key))
      .where('namespace', '=', key.namespace)
      .where('name', '=', key.name)
      .executeTakeFirst();
  }

  /** Those that match, the one changed last first; with a place, those after it. */
  async list(filter: ApplicationListing, projects: ProjectSet): Promise<ApplicationRow[]> {
    if (projects.length === 0) return [];
    const { name, namespace, cluster, project, tmpEnable, text, after } = filter;
    let query = this.#query.selectFrom('applications').selectAll();
    if (projects !== 'all') query = query.where('project', 'in', projects);
    if (name !== undefined) query = query.where('name', '=', name);
    if (namespace !== undefined) query = query.where('namespace', '=', namespace);
    if (cluster !== undefined) query = query.where('cluster', '=', cluster);
    if (project !== undefined) query = query.where('project', '=', project);
    if (tmpEnable !== undefined) query = query.where('tmp_enable', '=', tmpEnable ? 1 : 0);
    if (text !== undefined) query = query.where(({ or }) => or(SEARCHED.map((column) => holds(column, text))));
    if (after !== undefined) {
      const [time, id] = after;
      query = query.where(({ or, and, eb }) =>
        or([eb('updated_at', '<', time), and([eb('updated_at', '=', time), eb('id', '>', id)])]),
      );
    }
    if (filter.limit !== undefined) query = query.limit(filter.limit);
    return query.orderBy('updated_at', 'desc').orderBy('id').execute();
  }

  /** The ids of all applications of these projects. */
  async listIds(projects: readonly string[]): Promise<readonly string[]> {
    const rows = await this.#query.selectFrom('applications').select('id').where('project', 'in', projects).execute();
    return rows.map(({ id }) => id);
  }

  /** The names of all applications of these projects, by id. */
  async listNames(projects: ProjectSet): Promise<ReadonlyMap<string, string>> {
    if (projects.length === 0) return new Map();
    let query = this.#query.selectFrom('applications').select(['id', 'name']);
    if (projects !== 'all') query = query.where('project', 'in', projects);
    return new Map((await query.execute()).map(({ id, name }) => [id, name]));
  }

  byWorkflow(workflowId: string): Promise<ApplicationRow | undefined> {
    return this.#select().where('workflow_id', '=', workflowId).executeTakeFirst();
  }

  /** Of all clusters that applications are delivered to, how many of them each. */
  async countByCluster(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#query
      .selectFrom('applications')
      .select((eb) => ['cluster', eb.fn.countAll().as('applications')])
      .groupBy('cluster')
      .execute();
    return new Map(rows.map(({ cluster, applications }) => [cluster, Number(applications)]));
  }

  /** How many applications each project has. */
  async countByProject(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#query
      .selectFrom('applications')
      .select((eb) => ['project', eb.fn.countAll().as('applications')])
      .groupBy('project')
      .execute();
    return new Map(rows.map(({ project, applications }) => [project, Number(applications)]));
  }

  /** Where all applications are. */
  listPlaces(): Promise<Pick<ApplicationRow, 'project' | 'cluster' | 'namespace' | 'name'>[]> {
    return this.#query
      .selectFrom('applications')
      .select(['project', 'cluster', 'namespace', 'name'])
      .orderBy('name')
      .execute();
  }

  async insert(row: ApplicationRow): Promise<void> {
    await this.#query.insertInto('applications').values(row).execute();
  }

  /** False when the application has moved on from the revision it was read at. */
  async update(id: string, readAt: number, change: ApplicationChange): Promise<boolean> {
    const result = await this.#query
      .updateTable('applications')
      .set(change)
      .where('id', '=', id)
      .where('revision', '=', readAt)
      .executeTakeFirst();
    return result.numUpdatedRows === 1n;
  }

  #select() {
    return this.#query
      .selectFrom('applications')
      .selectAll()
      .$if(this.#lock, (query) => query.forUpdate());
  }
}

/** Whether a column holds a text, whatever the case. */
function holds(column: (typeof SEARCHED)[number], text: string) {
  const pattern = `%${text.toLowerCase().replace(/[!%_]/g, '!$&')}%`;
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '!'`;
}
