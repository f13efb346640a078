import type { Clock, Vault } from '@kubemin/base';
import { isUniqueViolation, type Migration, type SqlDatabase } from '../database/index.ts';

interface VaultTables {
  readonly vault_keys: {
    readonly id: string;
    /** Its own id, sealed with it: proves that a vault has this key, and not only one of the same name. */
    readonly proof: string;
    readonly created_at: number;
  };
}

const VAULT_MIGRATIONS: readonly Migration[] = [
  {
    name: '001-keys',
    up: async ({ schema }) => {
      await schema
        .createTable('vault_keys')
        .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('proof', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
];

/** A vault that states which of its keys seals. */
export interface KeyedVault extends Vault {
  readonly currentId: string;
}

/** The keys a database has texts of. */
export class KeyCheck {
  readonly #database: SqlDatabase<VaultTables>;
  readonly #vault: KeyedVault;
  readonly #clock: Pick<Clock, 'now'>;

  private constructor(database: SqlDatabase<VaultTables>, vault: KeyedVault, clock: Pick<Clock, 'now'>) {
    this.#database = database;
    this.#vault = vault;
    this.#clock = clock;
  }

  /**
   * Makes sure that the vault opens whatever the database holds, and records in the database which key seals from now on.
   * Rejects with the vault's error for a key it does not have, before anything is sealed with another one.
   */
  static async pass(database: SqlDatabase, vault: KeyedVault, clock: Pick<Clock, 'now'>): Promise<KeyCheck> {
    const tables = await database.withTables<VaultTables>('vault', VAULT_MIGRATIONS);
    const check = new KeyCheck(tables, vault, clock);
    await check.#open();
    await check.#add();
    try {
      // Two instances that start for the first time, each with keys of its own, must not both go on.
      await check.#open();
    } catch (error) {
      await check.#forget(vault.currentId);
      throw error;
    }
    return check;
  }

  /** Forgets all keys but the one that seals: nothing is sealed with them any more. Returns their ids. */
  async retire(): Promise<readonly string[]> {
    const { currentId } = this.#vault;
    const rows = await this.#database.query
      .selectFrom('vault_keys')
      .select('id')
      .where('id', '!=', currentId)
      .execute();
    for (const { id } of rows) await this.#forget(id);
    return rows.map(({ id }) => id);
  }

  async #open(): Promise<void> {
    const rows = await this.#database.query.selectFrom('vault_keys').select('proof').execute();
    for (const { proof } of rows) this.#vault.open(proof);
  }

  async #add(): Promise<void> {
    const { currentId: id } = this.#vault;
    const { query } = this.#database;
    if ((await query.selectFrom('vault_keys').select('id').where('id', '=', id).executeTakeFirst()) !== undefined)
      return;
    try {
      const row = { id, proof: this.#vault.seal(id), created_at: this.#clock.now() };
      await query.insertInto('vault_keys').values(row).execute();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }

  async #forget(id: string): Promise<void> {
    await this.#database.query.deleteFrom('vault_keys').where('id', '=', id).execute();
  }
}
