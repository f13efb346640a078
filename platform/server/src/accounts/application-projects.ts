import type { Engine } from '@kubemin/engine';
import type { Kysely, QueryTemplate, SqlDatabase } from '@kubemin/sql';
import { type ApplicationRow, runNumber, type ServerTables } from '../api/index.ts';

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
