import { isUniqueViolation, type Migration, type SqlDatabase } from '@kubemin/sql';

interface PublicationsTable {
  readonly name: string;
  /** The place in the journal of runs up to which everything has been delivered. */
  position: number;
}

/** How far publications are. */
export interface PublicationTables {
  readonly publications: PublicationsTable;
}

/** The schema of publications, step by step. Steps are never edited once released; changes are new steps. */
export const PUBLICATION_MIGRATIONS: readonly Migration[] = [
  {
    name: '001-publications',
    up: async ({ schema }) => {
      await schema
        .createTable('publications')
        .addColumn('name', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('position', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
];

/** How far publications are, for whichever instance goes on with them. */
export class PublicationRows {
  readonly #database: SqlDatabase<PublicationTables>;

  constructor(database: SqlDatabase<PublicationTables>) {
    this.#database = database;
  }

  /** Where a publication is to go on; a new one begins at `head`. */
  async position(name: string, head: () => Promise<number>): Promise<number> {
    const stored = await this.#find(name);
    if (stored !== undefined) return stored;
    const position = await head();
    try {
      await this.#database.query.insertInto('publications').values({ name, position }).execute();
      return position;
    } catch (thrown) {
      if (!isUniqueViolation(thrown)) throw thrown;
      return (await this.#find(name)) ?? position;
    }
  }

  /** False when another instance has moved it: what was delivered here may have been delivered there, too. */
  async move(name: string, from: number, to: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.query
      .updateTable('publications')
      .set({ position: to })
      .where('name', '=', name)
      .where('position', '=', from)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  async #find(name: string): Promise<number | undefined> {
    const row = await this.#database.query
      .selectFrom('publications')
      .select('position')
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.position;
  }
}
