import type { TestService } from '@kubemin/testing';
import redis, { type RedisClientType } from '@redis/client';

/** How many strings each database of a filled server holds, beside one key of every other type. */
export type DatabaseSizes = Readonly<Record<number, number>>;

const EXPIRES_IN_MS = 3_600_000;

/** Runs `work` with a client of a database. */
export async function withRedis<T>(
  { host, port }: Pick<TestService, 'host' | 'port'>,
  database: number,
  work: (client: RedisClientType) => Promise<T>,
): Promise<T> {
  const client: RedisClientType = redis.RedisClient.factory()({ socket: { host, port }, database });
  await client.connect();
  try {
    return await work(client);
  } finally {
    client.destroy();
  }
}

/** Fills databases with keys of every type whose stored form does not depend on a hash seed, some of which expire and some of which are not text. */
export async function fillRedis(service: TestService, sizes: DatabaseSizes): Promise<void> {
  for (const [database, strings] of Object.entries(sizes)) {
    await withRedis(service, Number(database), (client) =>
      Promise.all([
        ...Array.from({ length: strings }, (_, index) =>
          client.set(`string-${index}`, `${database} of ${index}`, index % 5 === 0 ? { PX: EXPIRES_IN_MS } : {}),
        ),
        client.hSet('hash', { one: '1', two: '2' }),
        client.rPush('list', ['a', 'b', 'c']),
        client.sAdd('set', ['1', '2', '3']),
        client.zAdd('sorted set', [{ score: 1.5, value: 'z' }]),
        client.xAdd('stream', '1-1', { field: 'value' }),
        client.set(Buffer.from([0, 255, 10, 13, 34, 92]), Buffer.from([0xff, 0xfe, 0])),
      ]),
    );
  }
}

/** All a server holds as comparable lines: database, key and value in hexadecimal digits, when it expires to the second. */
export async function readContents(service: TestService, databases: readonly number[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const database of databases) {
    await withRedis(service, database, async (client) => {
      const bytes = client.withTypeMapping({ [redis.RESP_TYPES.BLOB_STRING]: Buffer });
      const keys = await bytes.keys('*');
      const values = await Promise.all(keys.map((key) => Promise.all([bytes.dump(key), client.expireTime(key)])));
      keys.forEach((key, index) => {
        const [value, expires] = values[index] ?? [];
        lines.push(`${database} ${key.toString('hex')} ${value?.toString('hex')} ${expires}`);
      });
    });
  }
  return lines.sort();
}
