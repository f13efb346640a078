import type { RedisConnection } from './redis-connection.ts';

/** A database that is not empty. */
export interface RedisDatabase {
  readonly number: number;
  readonly keys: number;
}

/** Facts about a Redis server. */
export interface RedisFacts {
  /** Changes with every start of the server. */
  readonly runId: string;
  readonly version: string;
  /** `standalone`, `cluster` or `sentinel`. */
  readonly mode: string;
  readonly usedBytes: number;
  /** 0 for no limit. */
  readonly maxBytes: number;
  /** Those that are not empty, by number. */
  readonly databases: readonly RedisDatabase[];
}

/** Reads the facts of a server, from any of its databases. */
export async function readRedisFacts(connection: RedisConnection): Promise<RedisFacts> {
  const sections = await connection.run((client) =>
    Promise.all(['server', 'memory', 'keyspace'].map((section) => client.info(section))),
  );
  return parseRedisFacts(sections.join('\n'));
}

/** Parses replies to INFO. */
export function parseRedisFacts(text: string): RedisFacts {
  const info = parseRedisInfo(text);
  const databases = [...info].flatMap(([name, value]) => {
    const number = /^db(\d+)$/.exec(name)?.[1];
    const keys = /(?:^|,)keys=(\d+)/.exec(value)?.[1];
    return number === undefined || keys === undefined ? [] : [{ number: Number(number), keys: Number(keys) }];
  });
  return {
    runId: info.get('run_id') ?? '',
    version: info.get('redis_version') ?? '',
    mode: info.get('redis_mode') ?? 'standalone',
    usedBytes: Number(info.get('used_memory') ?? 0),
    maxBytes: Number(info.get('maxmemory') ?? 0),
    databases: databases.filter(({ keys }) => keys > 0).sort((one, other) => one.number - other.number),
  };
}

/** The first number of a version; 0 when there is none. */
export function majorVersion(version: string): number {
  return Number(/^\d+/.exec(version)?.[0] ?? 0);
}

/** All keys of all databases. */
export function totalKeys({ databases }: Pick<RedisFacts, 'databases'>): number {
  return databases.reduce((sum, { keys }) => sum + keys, 0);
}

/** The `name:value` lines of a reply to INFO. */
function parseRedisInfo(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0 && !line.startsWith('#')) values.set(line.slice(0, colon), line.slice(colon + 1));
  }
  return values;
}
