import {
  forEachObject,
  type HandlerContext,
  type HandlerResult,
  type PhaseHandler,
  type PhaseObject,
} from '@kubemin/controller';
import type { RedisConnection } from '../../redis/redis-connection.ts';
import { type RedisFacts, readRedisFacts } from '../../redis/redis-facts.ts';
import { FIRST_CURSOR, scanPage } from '../../redis/redis-page.ts';
import type { MigrationServers } from '../migration-servers.ts';
import type { RedisMigration } from '../redis-migration-resource.ts';

/** Some keys of the source, with connections to both servers. */
export interface WalkedPage {
  readonly source: RedisConnection;
  readonly dest: RedisConnection;
  readonly facts: RedisFacts;
  readonly keys: readonly Buffer[];
}

/** The work on every page of every database. */
export interface WalkOptions {
  readonly name: string;
  readonly description: string;
  readonly servers: MigrationServers;
  visit(context: HandlerContext, page: WalkedPage): Promise<void>;
  /** The status after a page, given the number of keys visited in all databases. */
  status?(migration: RedisMigration, keys: number): Readonly<Record<string, unknown>>;
}

const DATABASE = /^db(\d+)$/;

/**
 * Visits all keys of the source, page by page. The progress of each database is stored after each page, so a crash
 * repeats at most one page: `visit` must be idempotent.
 */
export function databaseWalk(options: WalkOptions): PhaseHandler<RedisMigration> {
  const { servers, name, description } = options;
  return forEachObject<RedisMigration>({
    name,
    description,
    view: 'objectdetail',
    batchSize: 1,
    list: async (context, migration) => {
      using source = await servers.open(context, migration, 'source');
      const { databases } = await readRedisFacts(source);
      return databases.map(({ number }) => ({ id: `db${number}`, name: `database ${number}` }));
    },
    handle: async (context, migration, batch, last): Promise<HandlerResult> => {
      const objects = await Promise.all(batch.map((object) => visitPage(context, migration, object, options)));
      const changed = new Map(objects.map((object) => [object.id, object]));
      const all = (last.objects ?? []).map((object) => changed.get(object.id) ?? object);
      const status = options.status?.(migration, countKeys(all.map(({ checkpoint }) => checkpoint)));
      return { done: false, objects, requeueAfterMs: 0, ...(status !== undefined && { status }) };
    },
  });
}

async function visitPage(
  context: HandlerContext,
  migration: RedisMigration,
  object: PhaseObject,
  { servers, visit }: WalkOptions,
): Promise<PhaseObject> {
  const database = Number(DATABASE.exec(object.id)?.[1]);
  using source = await servers.open(context, migration, 'source', database);
  using dest = await servers.open(context, migration, 'dest', database);
  const facts = await readRedisFacts(source);
  const start = resumeWalk(object.checkpoint, facts.runId);
  const page = await scanPage(source, start.cursor, migration.spec.batchSize);
  await visit(context, { source, dest, facts, keys: page.keys });
  const { runId, restarted } = start;
  return {
    id: object.id,
    checkpoint: formatCheckpoint({ runId, cursor: page.cursor, keys: start.keys + page.keys.length }),
    ...(page.cursor === FIRST_CURSOR && { done: true }),
    ...(restarted && {
      warning: 'the source was restarted meanwhile; its keys were visited again from the first',
    }),
  };
}

/** The progress of a walk over the keys of a database. */
export interface WalkCheckpoint {
  /** The run id of the server that the cursor belongs to: another run orders keys differently. */
  readonly runId: string;
  readonly cursor: string;
  /** Keys visited so far. */
  readonly keys: number;
}

/** Where to continue, and whether a started walk begins again. */
export interface WalkStart extends WalkCheckpoint {
  readonly restarted: boolean;
}

/** Parses a stored checkpoint; a cursor of another run of the server is not valid. */
export function resumeWalk(stored: string | undefined, runId: string): WalkStart {
  const [, run, cursor, keys] = /^([^:]*):(\d+):(\d+)$/.exec(stored ?? '') ?? [];
  if (cursor !== undefined && run === runId) return { runId, cursor, keys: Number(keys), restarted: false };
  return { runId, cursor: FIRST_CURSOR, keys: 0, restarted: stored !== undefined };
}

/** Formats a checkpoint for `resumeWalk`. */
export function formatCheckpoint({ runId, cursor, keys }: WalkCheckpoint): string {
  return `${runId}:${cursor}:${keys}`;
}

/** The number of keys visited according to checkpoints. */
export function countKeys(stored: readonly (string | undefined)[]): number {
  return stored.reduce((sum, checkpoint) => sum + Number(checkpoint?.split(':').at(-1) ?? 0), 0);
}
