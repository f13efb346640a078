import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { RedisClientType } from '@redis/client';
import type { RedisConnection } from './redis-connection.ts';
import { majorVersion } from './redis-facts.ts';
import { formatKey } from './redis-key.ts';

/** The cursor at the start of a walk over all keys of a database, and again at its end. */
export const FIRST_CURSOR = '0';

/** Some keys of a database, and the next cursor. */
export interface RedisPage {
  readonly keys: readonly Buffer[];
  readonly cursor: string;
}

/** A key with its serialized value and expiry. */
export interface RedisEntry {
  readonly key: Buffer;
  readonly payload: Buffer;
  /** Milliseconds since the epoch; 0 for a key that does not expire. */
  readonly expiresAt: number;
}

/** The next page of a walk. Every key that exists during the whole walk is returned at least once; about `count` per page. */
export async function scanPage(connection: RedisConnection, cursor: string, count: number): Promise<RedisPage> {
  const page = await connection.run(async (client) => (await binaryClient(client)).scan(cursor, { COUNT: count }));
  return { keys: page.keys, cursor: page.cursor.toString() };
}

/** Reads the values of keys; missing keys are omitted. */
export async function readEntries(
  connection: RedisConnection,
  keys: readonly Buffer[],
  version: string,
): Promise<readonly RedisEntry[]> {
  const expiry = majorVersion(version) >= 7 ? absoluteExpiry : relativeExpiry;
  const entries = await connection.run(async (client) => {
    const bytes = await binaryClient(client);
    return Promise.all(
      keys.map(async (key): Promise<RedisEntry | undefined> => {
        // In one transaction: a concurrent write would combine the old value with the new expiry.
        const [payload, ...rest] = await runTransaction(bytes, [['DUMP', key], ...expiry.commands(key)]);
        const expiresAt = expiry.read(rest);
        // -2: expired meanwhile.
        return payload instanceof Buffer && expiresAt !== -2
          ? { key, payload, expiresAt: Math.max(0, expiresAt) }
          : undefined;
      }),
    );
  });
  return entries.filter((entry) => entry !== undefined);
}

/** Writes keys, replacing existing ones. Idempotent. */
export async function writeEntries(connection: RedisConnection, entries: readonly RedisEntry[]): Promise<void> {
  const outcomes = await connection.run(async (client) => {
    const bytes = await binaryClient(client);
    return Promise.all(
      entries.map(({ key, payload, expiresAt }) =>
        bytes.restore(key, expiresAt, payload, { REPLACE: true, ABSTTL: true }).then(
          () => undefined,
          (error: Error) => {
            const reason = UNREADABLE.find(({ reply }) => reply.test(error.message));
            if (reason === undefined) throw error;
            return { key, ...reason };
          },
        ),
      ),
    );
  });
  const refused = outcomes.find((outcome) => outcome !== undefined);
  if (refused !== undefined) {
    const { key, why, code } = refused;
    const message = `${connection.where} cannot read the value of key ${formatKey(key)}: ${why}`;
    throw new TerminalError(verbatim(message), { code });
  }
}

/** Error replies to values that cannot be restored, and their meaning. */
const UNREADABLE = [
  {
    reply: /payload version or checksum/,
    code: 'REDIS_FORMAT_TOO_NEW',
    why: 'the source writes a newer format; upgrade the destination to at least the version of the source',
  },
  {
    reply: /Bad data format/,
    code: 'REDIS_TYPE_UNKNOWN',
    why: 'it is probably of a type of a module of the source; load that module at the destination, or delete the key',
  },
] as const;

/** Those of `keys` that a database does not have. */
export async function absentKeys(connection: RedisConnection, keys: readonly Buffer[]): Promise<readonly Buffer[]> {
  const counts = await connection.run((client) => Promise.all(keys.map((key) => client.exists(key))));
  return keys.filter((_, index) => counts[index] === 0);
}

type BinaryClient = Awaited<ReturnType<typeof binaryClient>>;

/** The client with keys and values as bytes: they may be binary. */
async function binaryClient(client: RedisClientType) {
  const { default: redis } = await import('@redis/client');
  return client.withTypeMapping({ [redis.RESP_TYPES.BLOB_STRING]: Buffer });
}

type RedisCommand = readonly (string | Buffer)[];

/**
 * Runs commands in one transaction. Not with the client's own `multi`: it decodes replies as text, regardless of the
 * type mapping.
 */
async function runTransaction(client: BinaryClient, commands: readonly RedisCommand[]): Promise<readonly unknown[]> {
  const sent = [['MULTI'], ...commands, ['EXEC']].map((command) => client.sendCommand<unknown>(command));
  const replies = (await Promise.all(sent)).at(-1);
  if (!Array.isArray(replies)) return [];
  const failed = replies.find((reply) => reply instanceof Error);
  if (failed !== undefined) throw failed;
  return replies;
}

interface Expiry {
  commands(key: Buffer): readonly RedisCommand[];
  read(replies: readonly unknown[]): number;
}

const absoluteExpiry: Expiry = {
  commands: (key) => [['PEXPIRETIME', key]],
  read: ([at]) => Number(at),
};

/** Servers before 7 only return the remaining time; it is added to the time of the server, which expires the key. */
const relativeExpiry: Expiry = {
  commands: (key) => [['PTTL', key], ['TIME']],
  read: ([ttl, now]) => {
    const left = Number(ttl);
    const [seconds, microseconds] = Array.isArray(now) ? now.map(Number) : [];
    return left < 0 ? left : Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000) + left;
  },
};
