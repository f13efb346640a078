import type { ProfileUse } from '@kubemin/model';
import type { Kysely } from '@kubemin/sql';
import type { ProfileRow, ServerTables } from '../../api/index.ts';

/** What names a profile. */
export type ProfileKey = Pick<ProfileRow, 'kind' | 'name'>;

/** The tables of profiles and of who refers to them. Given a transaction, everything happens inside it. */
export class ProfileRows {
  readonly #query: Kysely<ServerTables>;

  constructor(query: Kysely<ServerTables>) {
    this.#query = query;
  }

  list(kind?: string): Promise<ProfileRow[]> {
    const all = this.#query.selectFrom('profiles').selectAll().orderBy('kind').orderBy('name');
    return (kind === undefined ? all : all.where('kind', '=', kind)).execute();
  }

  find({ kind, name }: ProfileKey): Promise<ProfileRow | undefined> {
    return this.#query
      .selectFrom('profiles')
      .selectAll()
      .where('kind', '=', kind)
      .where('name', '=', name)
      .executeTakeFirst();
  }

  async put(row: ProfileRow): Promise<void> {
    const { kind, name, created_at: _, ...change } = row;
    const { numUpdatedRows } = await this.#query
      .updateTable('profiles')
      .set(change)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) await this.#query.insertInto('profiles').values(row).execute();
  }

  async delete({ kind, name }: ProfileKey): Promise<void> {
    await this.#query.deleteFrom('profiles').where('kind', '=', kind).where('name', '=', name).execute();
  }

  /** How many applications refer to each profile, by kind and name. */
  async uses(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#query.selectFrom('profile_uses').select(['kind', 'name']).execute();
    return new Map(Object.entries(Object.groupBy(rows, profileKey)).map(([key, all = []]) => [key, all.length]));
  }

  /** Notes what an application refers to, in place of what it did. */
  async become(appId: string, uses: readonly ProfileUse[]): Promise<void> {
    await this.#query.deleteFrom('profile_uses').where('app_id', '=', appId).execute();
    await this.add(appId, uses);
  }

  /** Notes what a new application refers to. */
  async add(appId: string, uses: readonly ProfileUse[]): Promise<void> {
    const rows = uses.map(({ kind, name }) => ({ app_id: appId, kind, name }));
    if (rows.length > 0) await this.#query.insertInto('profile_uses').values(rows).execute();
  }
}

/** Names a profile among those of all kinds. */
export function profileKey({ kind, name }: ProfileKey): string {
  return `${kind}/${name}`;
}
