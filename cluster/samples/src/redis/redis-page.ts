import { TerminalError } from '@kubemin/base';
import type { RedisClientType } from '@redis/client';
import type { RedisConnection } from './redis-connection.ts';
import { majorOf } from './redis-facts.ts';
import { escapedKey } from './redis-key.ts';

/** Where a walk over all keys of a database starts, and what it says when it has come round. */
export const FIRST_CURSOR = '0';

/** Some keys of a database, and where to go on. */
export interface RedisPage {
  readonly keys: readonly Buffer[];
  readonly cursor: string;
}

/** A key with all it takes to make it anew. */
export interface RedisEntry {
  readonly key: Buffer;
  readonly payload: Buffer;
  /** Milliseconds since the epoch; 0 for a key that does not expire. */
  readonly expiresAt: number;
}

/** The next page of a walk. Every key that is there all along is met at least once; about `count` at a time. */
export async function scanPage(connection: RedisConnection, cursor: string, count: number): Promise<RedisPage> {
  const page = await connection.run(async (client) => (await binary(client)).scan(cursor, { COUNT: count }));
  return { keys: page.keys, cursor: page.cursor.toString() };
}

/** Reads keys as they are; those that are gone by now are left out. */
export async function readEntries(
  connection: RedisConnection,
  keys: readonly Buffer[],
  version: string,
): Promise<readonly RedisEntry[]> {
  const expiry = majorOf(version) >= 7 ? absoluteExpiry : relativeExpiry;
  const entries = await connection.run(async (client) => {
    const bytes = await binary(client);
    return Promise.all(
      keys.map(async (key): Promise<RedisEntry | undefined> => {
        const [payload, expiresAt]: [Buffer | null, number] = await Promise.all([bytes.dump(key), expiry(client, key)]);
        // -2: gone between the two questions, or just about to expire.
        return payload === null || expiresAt === -2 ? undefined : { key, payload, expiresAt: Math.max(0, expiresAt) };
      }),
    );
  });
  return entries.filter((entry) => entry !== undefined);
}

/** Makes keys anew, replacing namesakes: to do it twice is to do it once. */
export async function writeEntries(connection: RedisConnection, entries: readonly RedisEntry[]): Promise<void> {
  const outcomes = await connection.run(async (client) => {
    const bytes = await binary(client);
    return Promise.all(
      entries.map(({ key, payload, expiresAt }) =>
        bytes.restore(key, expiresAt, payload, { REPLACE: true, ABSTTL: true }).then(
          () => undefined,
          (error: Error) => {
            if (!/payload version or checksum/.test(error.message)) throw error;
            return key;
          },
        ),
      ),
    );
  });
  const refused = outcomes.find((key) => key !== undefined);
  if (refused !== undefined) {
    throw new TerminalError(
      `${connection.where} does not understand the value of key ${escapedKey(refused)}: ` +
        'the source writes a newer format; upgrade the destination to at least the version of the source',
      { code: 'REDIS_FORMAT_TOO_NEW' },
    );
  }
}

/** Those of `keys` that a database does not hold. */
export async function absentKeys(connection: RedisConnection, keys: readonly Buffer[]): Promise<readonly Buffer[]> {
  const counts = await connection.run((client) => Promise.all(keys.map((key) => client.exists(key))));
  return keys.filter((_, index) => counts[index] === 0);
}

/** The client with keys and values as bytes: they need not be text. */
async function binary(client: RedisClientType) {
  const { default: redis } = await import('@redis/client');
  return client.withTypeMapping({ [redis.RESP_TYPES.BLOB_STRING]: Buffer });
}

type Expiry = (client: RedisClientType, key: Buffer) => Promise<number>;

const absoluteExpiry: Expiry = (client, key) => client.pExpireTime(key);

/** Servers before 7 only say how long is left; by their own clock, as that is what will be compared. */
const relativeExpiry: Expiry = async (client, key) => {
  const [left, now] = await Promise.all([client.pTTL(key), client.time()]);
  return left < 0 ? left : Number(now[0]) * 1000 + Math.floor(Number(now[1]) / 1000) + left;
};
