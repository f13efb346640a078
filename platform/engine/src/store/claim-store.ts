import { type Logger, toError, type Vault } from '@kubemin/base';
import type { DocumentRenderer } from '@kubemin/render';
import { isUniqueViolation, type SqlDatabase, type Transaction } from '@kubemin/sql';
import { storeMessages } from '../messages/index.ts';
import {
  type ClaimedNames,
  claimedNames,
  claimKey,
  claimsConflict,
  type EngineSettings,
  type EngineTables,
  type NameClaim,
  permittedUses,
} from '../task/index.ts';
import { readDelivered, readOperation } from './stored-request.ts';

/** Which run of which application claims names, and in which cluster. */
export interface Claimant {
  readonly appId: string;
  /** The number of the run. */
  readonly run: number;
  /** '' for the default one. */
  readonly cluster: string;
}

/** A claim that another application stands against. */
export interface RefusedClaim {
  readonly claim: NameClaim;
  readonly by: { readonly appName: string; readonly mode: NameClaim['mode'] };
}

export interface ClaimStoreOptions {
  readonly database: SqlDatabase<EngineTables>;
  readonly vault: Vault;
  readonly renderer: DocumentRenderer;
  readonly settings: Pick<EngineSettings, 'restrictUses'>;
  readonly logger: Logger;
}

type Row = EngineTables['name_claims'];
type Scope = Transaction<EngineTables>;

/** Rows that one statement takes: databases limit the values of a statement. */
const BATCH = 200;
/** The row that marks that runs from before there were claims have been imported. Transactions of claims lock it. */
const COMPLETE = { name_key: '', app_id: '', mode: '', scope: '', run: 0 } as const;
/** Runs after which an application has what their document asks for, and nothing else. */
const DECIDING = ['deploy', 'delete'] as const;

/**
 * Which application has or refers to a name: Secrets, ConfigMaps, hosts with their paths. A run claims its names before
 * it writes anything, so that of two applications that must not meet at a name the second is refused, in whichever order
 * and however close together they are delivered. A claim ends with the first run of its application that completes
 * without it; until then pods of earlier runs may be there.
 */
export class ClaimStore {
  readonly #options: ClaimStoreOptions;
  #complete: Promise<void> | undefined;

  constructor(options: ClaimStoreOptions) {
    this.#options = options;
  }

  /** Claims all names of a run, or none: then it returns what stands against them. */
  take(by: Claimant, names: ClaimedNames): Promise<readonly RefusedClaim[]> {
    return this.#judge(by, names, async (transaction, { present, ended }) => {
      const keyed = new Map(names.claims.map((claim) => [rowKey(claimRow(by, claim)), claimRow(by, claim)]));
      const own = present.filter((row) => row.app_id === by.appId);
      const known = new Set(own.map(rowKey));
      const given = new Set(names.permitted.map((claim) => rowKey(claimRow(by, claim))));
      for (const row of [...ended, ...own.filter((each) => given.has(rowKey(each)))]) await remove(transaction, row);
      const added = [...keyed].flatMap(([key, row]) => (known.has(key) ? [] : [row]));
      for (const rows of batches(added))
        await transaction
          .insertInto('name_claims')
          .values([...rows])
          .execute();
      for (const keys of batches([...new Set(names.claims.map((claim) => claimKey(by.cluster, claim)))])) {
        await transaction
          .updateTable('name_claims')
          .set({ run: by.run })
          .where('app_id', '=', by.appId)
          .where('name_key', 'in', keys)
          .where('run', '<', by.run)
          .execute();
      }
    });
  }

  /**
   * What `take` would return; nothing is written. Runs from before there were claims count once the first run has claimed
   * a name.
   */
  check(by: Claimant, names: ClaimedNames): Promise<readonly RefusedClaim[]> {
    return this.#judge(by, names);
  }

  async #judge(
    by: Claimant,
    { claims, permitted }: ClaimedNames,
    accept?: (
      transaction: Scope,
      found: { readonly present: readonly Row[]; readonly ended: readonly Row[] },
    ) => Promise<void>,
  ): Promise<readonly RefusedClaim[]> {
    if (claims.length + permitted.length === 0) return [];
    if (accept !== undefined) await this.#completed();
    const { database } = this.#options;
    return database.transaction(async (transaction) => {
      if (accept !== undefined && database.capabilities.rowLocks) await lockAll(transaction);
      const keys = [...new Set([...claims, ...permitted].map((claim) => claimKey(by.cluster, claim)))];
      const present = await readClaimRows(transaction, keys);
      const rivals = claims.flatMap((claim) => {
        const key = claimKey(by.cluster, claim);
        const others = present.filter((row) => row.name_key === key && row.app_id !== by.appId);
        return others.flatMap((row) =>
          row.mode !== '' && claimsConflict(claim, { ...row, mode: row.mode }) ? [{ claim, row }] : [],
        );
      });
      const ends = rivals.length === 0 ? new Map<string, Standing>() : await this.#standings(transaction, by, rivals);
      const hasEnded = (row: Row): boolean => isOver(row, ends.get(row.app_id));
      // What an application has had all along it keeps: there may be two from before there were claims.
      const kept = new Set(present.filter((row) => row.app_id === by.appId && !hasEnded(row)).map(rowKey));
      const refused = rivals.filter(({ claim, row }) => !hasEnded(row) && !kept.has(rowKey(claimRow(by, claim))));
      const ended = [...new Set(rivals.map(({ row }) => row).filter(hasEnded))];
      if (refused.length === 0) await accept?.(transaction, { present, ended });
      return refused.map(({ claim, row }) => ({
        claim,
        by: { appName: ends.get(row.app_id)?.appName ?? row.app_id, mode: row.mode === 'use' ? 'use' : 'own' },
      }));
    });
  }

  async #standings(
    transaction: Scope,
    by: Claimant,
    rivals: readonly { readonly row: Row }[],
  ): Promise<ReadonlyMap<string, Standing>> {
    const appIds = [...new Set([by.appId, ...rivals.map(({ row }) => row.app_id)])];
    const standings = new Map<string, Standing>();
    for (const appId of appIds) standings.set(appId, await readStanding(transaction, appId));
    return standings;
  }

  /** Takes in what applications have delivered before there were claims, once in the life of a database. */
  #completed(): Promise<void> {
    this.#complete ??= this.#takeInEarlierRuns().catch((error: unknown) => {
      this.#complete = undefined;
      throw error;
    });
    return this.#complete;
  }

  async #takeInEarlierRuns(): Promise<void> {
    const { query } = this.#options.database;
    const marker = await query.selectFrom('name_claims').select('run').where('name_key', '=', '').executeTakeFirst();
    if (marker !== undefined) return;
    const newest = await query
      .selectFrom('tasks')
      .select(({ fn }) => fn.max('position').as('position'))
      .where('status', '=', 'completed')
      .where('retry_job', 'is', null)
      .where('kind', 'in', DECIDING)
      .groupBy('app_id')
      .execute();
    for (const { position } of newest) await this.#takeIn(Number(position));
    await ignoreTaken(query.insertInto('name_claims').values(COMPLETE).execute());
  }

  async #takeIn(run: number): Promise<void> {
    const { database, logger } = this.#options;
    const row = await database.query
      .selectFrom('tasks')
      .select(['app_id', 'kind', 'document', 'component_ids', 'tracks', 'operation'])
      .where('position', '=', run)
      .executeTakeFirst();
    if (row === undefined || row.kind === 'delete') return;
    let rows: readonly Row[];
    try {
      rows = this.#earlierClaims({ ...row, run });
    } catch (error) {
      // A document of an earlier version that cannot be rendered any more; its next run claims what it has.
      logger.warn('an earlier run could not be read for its names', { run, error: toError(error) });
      return;
    }
    const present = await database.query
      .selectFrom('name_claims')
      .selectAll()
      .where('app_id', '=', row.app_id)
      .execute();
    const known = new Set(present.map(rowKey));
    for (const each of rows) {
      if (!known.has(rowKey(each))) await ignoreTaken(database.query.insertInto('name_claims').values(each).execute());
    }
  }

  #earlierClaims(row: {
    readonly app_id: string;
    readonly run: number;
    readonly document: string;
    readonly component_ids: string;
    readonly tracks: string | null;
    readonly operation: string | null;
  }): readonly Row[] {
    const { vault, renderer, settings } = this.#options;
    const { app_id: appId, run, component_ids: componentIds, tracks, operation } = row;
    const where = storeMessages.run({ run });
    const delivered = readDelivered({ request: vault.open(row.document), componentIds, tracks }, where);
    const rendered = renderer.render(delivered.document, { appId, ...delivered });
    const { claims } = claimedNames(rendered, permittedUses(readOperation(operation, where), settings));
    const by = { appId, run, cluster: delivered.document.cluster ?? '' };
    return claims.map((claim) => claimRow(by, claim));
  }
}

/** What decides whether the claims of an application hold. */
interface Standing {
  readonly appName: string;
  /** Whether there is any run of it: of an application that is gone, none is left at some time. */
  readonly isKnown: boolean;
  /** The last run after which it had exactly what was asked for. */
  readonly decided: number;
}

async function readStanding(transaction: Scope, appId: string): Promise<Standing> {
  const newest = await transaction
    .selectFrom('tasks')
    .select('app_name')
    .where('app_id', '=', appId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const decided = await transaction
    .selectFrom('tasks')
    .select('position')
    .where('app_id', '=', appId)
    .where('status', '=', 'completed')
    .where('retry_job', 'is', null)
    .where('kind', 'in', DECIDING)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    appName: newest?.app_name ?? appId,
    isKnown: newest !== undefined,
    decided: Number(decided?.position ?? 0),
  };
}

function isOver({ run }: Row, standing: Standing | undefined): boolean {
  return standing !== undefined && (!standing.isKnown || Number(run) < standing.decided);
}

/** Transactions of claims come one after the other: two that exclude each other must not miss each other. */
async function lockAll(transaction: Scope): Promise<void> {
  await transaction.selectFrom('name_claims').select('run').where('name_key', '=', '').forUpdate().execute();
}

async function readClaimRows(transaction: Scope, keys: readonly string[]): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (const some of batches(keys)) {
    found.push(...(await transaction.selectFrom('name_claims').selectAll().where('name_key', 'in', some).execute()));
  }
  return found;
}

async function remove(transaction: Scope, { name_key, app_id, mode, scope }: Row): Promise<void> {
  await transaction
    .deleteFrom('name_claims')
    .where('name_key', '=', name_key)
    .where('app_id', '=', app_id)
    .where('mode', '=', mode)
    .where('scope', '=', scope)
    .execute();
}

/** Another instance takes the same runs in. */
async function ignoreTaken(insertion: Promise<unknown>): Promise<void> {
  try {
    await insertion;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
}

function claimRow({ appId, run, cluster }: Claimant, claim: NameClaim): Row {
  return { name_key: claimKey(cluster, claim), app_id: appId, mode: claim.mode, scope: claim.scope, run };
}

function rowKey({ name_key, app_id, mode, scope }: Row): string {
  return JSON.stringify([name_key, app_id, mode, scope]);
}

function batches<T>(list: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / BATCH) }, (_, at) => list.slice(at * BATCH, (at + 1) * BATCH));
}
