import type { Clock } from '@kubemin/base';
import type { TenancySource } from '@kubemin/engine';
import type { SqlDatabase } from '@kubemin/sql';
import { PROJECT_MIGRATIONS, type ServerTables } from '../api/index.ts';
import { type BoundProject, ProjectRows } from './project-rows.ts';

/** How long bindings of other instances may be unknown to this one. */
const MAX_AGE_MS = 1_000;

/** Brings the table of projects up to date. */
export async function createProjectBindings({
  database,
  clock,
}: {
  readonly database: SqlDatabase;
  readonly clock: Clock;
}): Promise<TenancySource> {
  return new ProjectBindings(await database.withTables<ServerTables>('projects', PROJECT_MIGRATIONS), clock);
}

/** Bindings as the engine reads them before each write: from memory, at most a second old. */
class ProjectBindings implements TenancySource {
  readonly #database: SqlDatabase<ServerTables>;
  readonly #clock: Clock;
  #read: { readonly at: number; readonly bindings: Promise<readonly BoundProject[]> } | undefined;

  constructor(database: SqlDatabase<ServerTables>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  bindings({ fresh = false }: { readonly fresh?: boolean } = {}): Promise<readonly BoundProject[]> {
    const at = this.#clock.monotonic();
    if (!fresh && this.#read !== undefined && at - this.#read.at < MAX_AGE_MS) return this.#read.bindings;
    const read = { at, bindings: new ProjectRows(this.#database.query).bindings() };
    this.#read = read;
    // A failure is that of the callers who wait for it; the next one reads again.
    read.bindings.catch(() => {
      if (this.#read === read) this.#read = undefined;
    });
    return read.bindings;
  }

  async applicationProject(appId: string): Promise<string | undefined> {
    const { query } = this.#database;
    const find = (table: 'applications' | 'departed_applications') =>
      query.selectFrom(table).select('project').where('id', '=', appId).executeTakeFirst();
    return ((await find('applications')) ?? (await find('departed_applications')))?.project;
  }
}
