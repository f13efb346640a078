import { TerminalError } from '@kubemin/base';
import type { RedisClientType } from '@redis/client';
import type { RedisConnection } from './redis-connection.ts';
import { majorVersion } from './redis-facts.ts';
import { formatKey } from './redis-key.ts';

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
  const page = await connection.run(async (client) => (await binaryClient(client)).scan(cursor, { COUNT: count }));
  return { keys: page.keys, cursor: page.cursor.toString() };
}

/** Reads keys as they are; those that are gone by now are left out. */
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
        // At once: of a key that is written anew in between we would make the old value with the new expiry.
        const [payload, ...rest] = await runTransaction(bytes, [['DUMP', key], ...expiry.commands(key)]);
        const expiresAt = expiry.read(rest);
        // -2: just about to expire.
        return payload instanceof Buffer && expiresAt !== -2
          ? { key, payload, expiresAt: Math.max(0, expiresAt) }
          : undefined;
      }),
    );
  });
  return entries.filter((entry) => entry !== undefined);
}

/** Makes keys anew, replacing namesakes: to do it twice is to do it once. */
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
    const message = `${connection.where} does not understand the value of key ${formatKey(key)}: ${why}`;
    throw new TerminalError(message, { code });
  }
}

/** Replies to values that cannot be made anew, and what they mean. */
const UNREADABLE = [
  {
    reply: /payload version or checksum/,
    code: 'REDIS_FORMAT_TOO_NEW',
    why: 'the source writes a newer format; upgrade the destination to at least the version of the source',
  },
  {
    reply: /Bad data format/,
    code: 'REDIS_TYPE_UNKNOWN',
    why: 'it is probably of a type that a module of the source has made; load that module there, or delete the key',
  },
] as const;

/** Those of `keys` that a database does not hold. */
export async function absentKeys(connection: RedisConnection, keys: readonly Buffer[]): Promise<readonly Buffer[]> {
  const counts = await connection.run((client) => Promise.all(keys.map((key) => client.exists(key))));
  return keys.filter((_, index) => counts[index] === 0);
}

type BinaryClient = Awaited<ReturnType<typeof binaryClient>>;

/** The client with keys and values as bytes: they need not be text. */
async function binaryClient(client: RedisClientType) {
  const { default: redis } = await import('@redis/client');
  return client.withTypeMapping({ [redis.RESP_TYPES.BLOB_STRING]: Buffer });
}

type RedisCommand = readonly (string | Buffer)[];

/**
 * Asks several questions of which the answers belong together. Not by the client's own `multi`: it reads the answers as
 * text, whatever mapping of types is set.
 */
async function runTransaction(client: BinaryClient, commands: readonly RedisCommand[]): Promise<readonly unknown[]> {
  const sent = [['MULTI'], ...commands, ['EXEC']].map((command) => client.sendCommand<unknown>(command));
  const answers = (await Promise.all(sent)).at(-1);
  if (!Array.isArray(answers)) return [];
  const failed = answers.find((reply) => reply instanceof Error);
  if (failed !== undefined) throw failed;
  return answers;
}

interface Expiry {
  commands(key: Buffer): readonly RedisCommand[];
  read(replies: readonly unknown[]): number;
}

const absoluteExpiry: Expiry = {
  commands: (key) => [['PEXPIRETIME', key]],
  read: ([at]) => Number(at),
};

/** Servers before 7 only say how long is left; by their own clock, as that is what will be compared. */
const relativeExpiry: Expiry = {
  commands: (key) => [['PTTL', key], ['TIME']],
  read: ([ttl, now]) => {
    const left = Number(ttl);
    const [seconds, microseconds] = Array.isArray(now) ? now.map(Number) : [];
    return left < 0 ? left : Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000) + left;
  },
};
