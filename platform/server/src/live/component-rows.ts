import { messageToJson } from '@kubemin/base/message';
import type { AnyDocument } from '@kubemin/model';
import { type Kysely, type QueryTemplate, type Steps, step } from '@kubemin/sql';
import type { ApplicationRow, ComponentRow, ServerTables } from '../api/index.ts';
import { type ComponentState, NOT_DEPLOYED } from './status/component-state.ts';

/** The properties of a component in a revision that its row keeps. */
export interface ComponentIdentity {
  readonly name: string;
  readonly type: string;
}

/** Databases limit the parameters of one statement. */
const INSERT_BATCH = 50;

const OVER_READ: QueryTemplate<ServerTables, unknown> = {
  shape: 'state of a component',
  build: (query, value) =>
    query
      .updateTable('components')
      .set((eb) => ({
        status: value<ComponentRow['status']>('status'),
        reason: value<ComponentRow['reason']>('reason'),
        message: value<string>('message'),
        message_text: value<string | null>('messageText'),
        ready_replicas: value<number>('readyReplicas'),
        updated_at: value<number>('time'),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', value<number>('id'))
      .where('version', '=', value<number>('version')),
};

/** Stores a state over the row as it was read; false when another instance has written it since. */
export function* storedState(
  { id, version }: ComponentRow,
  { status, reason, message, readyReplicas }: ComponentState,
  time: number,
): Steps<ServerTables, boolean> {
  const messageText = messageToJson(message);
  const values = { id, version, status, reason, message: message.message, messageText, readyReplicas, time };
  const { numAffectedRows } = yield* step(OVER_READ, values);
  return numAffectedRows === 1n;
}

const NAMED: QueryTemplate<ServerTables, Pick<ComponentRow, 'name' | 'id'>> = {
  shape: 'ids of components',
  build: (query, value) =>
    query.selectFrom('components').select(['name', 'id']).where('app_id', '=', value<string>('appId')),
};

/** The ids of the components of a document, by name, as far as the application has or ever had them. */
export function* componentIds(
  appId: string,
  document: Pick<AnyDocument, 'component'>,
): Steps<ServerTables, Readonly<Record<string, number>>> {
  const { rows } = yield* step(NAMED, { appId });
  return idsAmong(rows, document);
}

function idsAmong(
  rows: readonly Pick<ComponentRow, 'name' | 'id'>[],
  document: Pick<AnyDocument, 'component'>,
): Readonly<Record<string, number>> {
  const ids = new Map(rows.map(({ name, id }) => [name, id]));
  return Object.fromEntries(
    document.component.flatMap(({ name }): [string, number][] => {
      const id = ids.get(name);
      return id === undefined ? [] : [[name, id]];
    }),
  );
}

/** The components an application has now, with what is to be known of it. */
export const COMPONENTS_OF: QueryTemplate<
  ServerTables,
  ComponentRow & Pick<ApplicationRow, 'cluster' | 'namespace' | 'project'>
> = {
  shape: 'components of an application',
  build: (query, value) =>
    query
      .selectFrom('components')
      .innerJoin('applications', 'applications.id', 'components.app_id')
      .selectAll('components')
      .select(['applications.cluster', 'applications.namespace', 'applications.project'])
      .where('components.app_id', '=', value<string>('appId'))
      .where('components.removed_in', 'is', null)
      .orderBy('components.id'),
};

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

  /** See `componentIds`. */
  async idsIn(appId: string, document: Pick<AnyDocument, 'component'>): Promise<Readonly<Record<string, number>>> {
    const rows = await this.#query
      .selectFrom('components')
      .select(['name', 'id'])
      .where('app_id', '=', appId)
      .execute();
    return idsAmong(rows, document);
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

  /** Makes the rows match a revision: names keep their ids, new names get one, missing names are marked and returned. */
  async become(
    appId: string,
    wanted: readonly ComponentIdentity[],
    at: { readonly revision: number; readonly time: number },
  ): Promise<readonly string[]> {
    const rows = await this.#query.selectFrom('components').selectAll().where('app_id', '=', appId).execute();
    const known = new Map(rows.map((row) => [row.name, row]));
    await this.#insert(
      appId,
      wanted.filter(({ name }) => !known.has(name)),
      at.time,
    );
    for (const { name, type } of wanted) {
      const row = known.get(name);
      if (row === undefined) continue;
      if (row.type !== type || row.removed_in !== null) await this.#revive(row.id, type, at.time);
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

  async #insert(appId: string, added: readonly ComponentIdentity[], time: number): Promise<void> {
    if (added.length === 0) return;
    const state = { ...stateColumns(NOT_DEPLOYED), removed_in: null };
    const rows = added.map(({ name, type }) => ({
      app_id: appId,
      name,
      type,
      ...state,
      created_at: time,
      updated_at: time,
      version: 1,
    }));
    for (let start = 0; start < rows.length; start += INSERT_BATCH) {
      await this.#query
        .insertInto('components')
        .values(rows.slice(start, start + INSERT_BATCH))
        .execute();
    }
  }

  // What was delivered under the old type, or before the removal, does not describe the present target.
  async #revive(id: number, type: string, time: number): Promise<void> {
    await this.#query
      .updateTable('components')
      .set((eb) => ({
        type,
        ...stateColumns(NOT_DEPLOYED),
        removed_in: null,
        updated_at: time,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
  }
}

/** The columns of a state. */
export function stateColumns({ status, reason, message, readyReplicas }: ComponentState) {
  return {
    status,
    reason,
    message: message.message,
    message_text: messageToJson(message),
    ready_replicas: readyReplicas,
  };
}

/** Reads the names of removed components back from their column, which only ever we have written. */
export function parseNames(text: string): readonly string[] {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.map(String) : [];
}
