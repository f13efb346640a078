import { type ProjectContent, projectContentSchema } from '@kubemin/client';
import type { ProjectBinding } from '@kubemin/engine';
import type { Kysely } from '@kubemin/sql';
import type { ProjectRow, ServerTables } from '../api/index.ts';

/** A bound project as the rules read it. */
export type BoundProject = Omit<ProjectContent, 'description'> & ProjectBinding;

/** The table of projects. Given a transaction, everything happens inside it. */
export class ProjectRows {
  readonly #query: Kysely<ServerTables>;

  constructor(query: Kysely<ServerTables>) {
    this.#query = query;
  }

  list(): Promise<ProjectRow[]> {
    return this.#query.selectFrom('projects').selectAll().orderBy('name').execute();
  }

  find(name: string): Promise<ProjectRow | undefined> {
    return this.#query.selectFrom('projects').selectAll().where('name', '=', name).executeTakeFirst();
  }

  /** What all bound projects are bound to. */
  async bindings(): Promise<readonly BoundProject[]> {
    const rows = await this.#query.selectFrom('projects').select(['name', 'binding']).execute();
    return rows.map(boundProject);
  }

  /** Names of the projects that are bound to namespaces of a cluster. */
  async boundTo(cluster: string): Promise<readonly string[]> {
    return (await this.bindings()).filter(({ clusters }) => clusters.includes(cluster)).map(({ project }) => project);
  }

  async put(name: string, { description, ...binding }: ProjectContent, time: number): Promise<void> {
    const change = { description, binding: JSON.stringify(binding), updated_at: time };
    const { numUpdatedRows } = await this.#query
      .updateTable('projects')
      .set(change)
      .where('name', '=', name)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
    await this.#query
      .insertInto('projects')
      .values({ name, created_at: time, ...change })
      .execute();
  }

  async delete(name: string): Promise<void> {
    await this.#query.deleteFrom('projects').where('name', '=', name).execute();
  }

  /** Waits until no other transaction changes bindings, and keeps others from it until this one ends. */
  async lock(rowLocks: boolean): Promise<void> {
    await this.#query
      .selectFrom('project_lock')
      .select('id')
      .$if(rowLocks, (query) => query.forUpdate())
      .execute();
  }
}

/** A stored project as the rules read it. */
export function boundProject({ name, binding }: Pick<ProjectRow, 'name' | 'binding'>): BoundProject {
  const { description: _, ...content } = projectContentSchema.parse(JSON.parse(binding));
  return { project: name, ...content };
}
