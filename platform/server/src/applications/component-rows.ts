import type { AnyDocument } from '@kubemin/model';
import type { Kysely } from '@kubemin/sql';
import { type ComponentState, NOT_DEPLOYED } from '../status/component-state.ts';
import type { ComponentRow, ServerTables } from './tables.ts';

/** What a revision says of a component, as far as its row keeps it. */
export interface ComponentIdentity {
  readonly name: string;
  readonly type: string;
}

/** The components table. Given a transaction, everything happens inside it. */
export class ComponentRows {
  readonly #query: Kysely<ServerTables>;

  constructor(query: Kysely<ServerTables>) {
    this.#query = query;
  }

  /** The components an application has now. */
  of(appId: string): Promise<ComponentRow[]> {
    return this.#query
      .selectFrom('components')
      .selectAll()
      .where('app_id', '=', appId)
      .where('removed_in', 'is', null)
      .orderBy('id')
      .execute();
  }

  /** The same of several applications. */
  ofAll(appIds: readonly string[]): Promise<ComponentRow[]> {
    return this.#query
      .selectFrom('components')
      .selectAll()
      .where('app_id', 'in', appIds)
      .where('removed_in', 'is', null)
      .orderBy('id')
      .execute();
  }

  /** The ids of the components of a document, by name, as far as the application has or ever had them. */
  async idsIn(appId: string, document: Pick<AnyDocument, 'component'>): Promise<Readonly<Record<string, number>>> {
    const rows = await this.#query
      .selectFrom('components')
      .select(['name', 'id'])
      .where('app_id', '=', appId)
      .execute();
    const ids = new Map(rows.map(({ name, id }) => [name, id]));
    return Object.fromEntries(
      document.component.flatMap(({ name }): [string, number][] => {
        const id = ids.get(name);
        return id === undefined ? [] : [[name, id]];
      }),
    );
  }

  /** The ids of all applications in a cluster that have components. */
  async applicationIds(cluster: string): Promise<readonly string[]> {
    const rows = await this.#query
      .selectFrom('components')
      .innerJoin('applications', 'applications.id', 'components.app_id')
      .select('app_id')
      .distinct()
      .where('applications.cluster', '=', cluster)
      .where('removed_in', 'is', null)
      .execute();
    return rows.map((row) => row.app_id);
  }

  /** Makes the rows match a revision: names keep their ids, new names get one, missing names are marked, and named in the answer. */
  async become(
    appId: string,
    wanted: readonly ComponentIdentity[],
    at: { readonly revision: number; readonly time: number },
  ): Promise<readonly string[]> {
    const rows = await this.#query.selectFrom('components').selectAll().where('app_id', '=', appId).execute();
    const known = new Map(rows.map((row) => [row.name, row]));
    for (const { name, type } of wanted) {
      const row = known.get(name);
      if (row === undefined) await this.#insert({ appId, name, type, time: at.time });
      else if (row.type !== type || row.removed_in !== null) await this.#revive(row.id, type, at.time);
    }
    const names = new Set(wanted.map(({ name }) => name));
    const dropped = rows.filter((row) => row.removed_in === null && !names.has(row.name));
    for (const { id } of dropped) {
      await this.#query
        .updateTable('components')
        .set((eb) => ({ removed_in: at.revision, updated_at: at.time, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute();
    }
    return dropped.map((row) => row.name);
  }

  /** Stores a state over the row as it was read; false when somebody else has written it since. */
  async setState(row: ComponentRow, state: ComponentState, time: number): Promise<boolean> {
    const { status, reason, message, readyReplicas } = state;
    const result = await this.#query
      .updateTable('components')
      .set({ status, reason, message, ready_replicas: readyReplicas, updated_at: time, version: row.version + 1 })
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .executeTakeFirst();
    return result.numUpdatedRows === 1n;
  }

  async #insert(row: {
    readonly appId: string;
    readonly name: string;
    readonly type: string;
    readonly time: number;
  }): Promise<void> {
    const { status, reason, message, readyReplicas } = NOT_DEPLOYED;
    await this.#query
      .insertInto('components')
      .values({
        app_id: row.appId,
        name: row.name,
        type: row.type,
        status,
        reason,
        message,
        ready_replicas: readyReplicas,
        removed_in: null,
        created_at: row.time,
        updated_at: row.time,
        version: 1,
      })
      .execute();
  }

  // What was delivered under the old type, or before the removal, says nothing about what is wanted now.
  async #revive(id: number, type: string, time: number): Promise<void> {
    const { status, reason, message, readyReplicas } = NOT_DEPLOYED;
    await this.#query
      .updateTable('components')
      .set((eb) => ({
        type,
        status,
        reason,
        message,
        ready_replicas: readyReplicas,
        removed_in: null,
        updated_at: time,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
  }
}
