import { readFile, writeFile } from 'node:fs/promises';
import { createPlatformClient, type PlatformClient } from '@kubemin/client';
import { type SqlDatabase, sql } from '@kubemin/sql';
import { startRedis, type TestService } from '@kubemin/testing';
import { testDialects } from '@kubemin/testing/vitest';
import { createClient } from '@redis/client';
import { onTestFinished } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import type { KubeminHome } from './kubemin-home.ts';
import type { KubeminProcess } from './kubemin-process.ts';

/** One of several platforms that work on the same database. */
export interface PlatformInstance {
  readonly process: KubeminProcess;
  readonly url: string;
  readonly client: PlatformClient;
}

const CHANNEL_PREFIX = 'shared';
const STREAM = `${CHANNEL_PREFIX}.workflow.dispatch`;

/** A PostgreSQL, a Redis and an embedded cluster for any number of `kubemin server`, gone when the test ends. */
export class SharedPlatform {
  readonly #home: KubeminHome;
  readonly #database: SqlDatabase;
  readonly #redis: TestService;

  private constructor(home: KubeminHome, database: SqlDatabase, redis: TestService) {
    this.#home = home;
    this.#database = database;
    this.#redis = redis;
  }

  /** Starts it in `home`, with further groups of settings. */
  static async start(home: KubeminHome, settings: Readonly<Record<string, object>> = {}): Promise<SharedPlatform> {
    const postgres = testDialects().find(({ name }) => name === 'postgres');
    if (postgres === undefined) throw new Error('there is no dialect called postgres');
    const database = await postgres.create();
    const redis = await startRedis();
    onTestFinished(() => redis.close());
    await home.up();
    const platform = new SharedPlatform(home, await database.open(), redis);
    const config = {
      server: { port: 0 },
      kubernetes: { kubeconfig: dataDirectory(home.at()).kubeconfig },
      datastore: { url: database.url },
      messaging: { type: 'redis', channelPrefix: CHANNEL_PREFIX },
      cache: { cacheHost: redis.host, cacheProt: redis.port },
      ...settings,
    };
    // JSON is YAML.
    await writeFile(home.at('kubemin.yaml'), JSON.stringify(config));
    return platform;
  }

  /** All instances share one data directory, and with it the administrator's token. */
  get directory(): string {
    return this.#home.at('platform');
  }

  async instance(name: string, ...flags: readonly string[]): Promise<PlatformInstance> {
    const place = ['--config', this.#home.at('kubemin.yaml'), '--data-dir', this.directory];
    const process = this.#home.start('server', ...place, '--id', name, ...flags);
    await process.waitForOutput(/^http:\S+\n/m);
    const url = process.stdout.trim();
    const token = (await readFile(dataDirectory(this.directory).adminToken, 'utf8')).trim();
    return { process, url, client: createPlatformClient({ url, token }) };
  }

  /** The name of the instance that has the task, or undefined while it is not claimed. */
  async executorName(taskId: string): Promise<string | undefined> {
    const query = sql<{ executor_id: string | null }>`select executor_id from tasks where id = ${taskId}`;
    const { rows } = await query.execute(this.#database.query);
    return rows[0]?.executor_id?.split('-')[0];
  }

  /** The name of the instance that leads, or did until it was lost. */
  async leader(): Promise<string | undefined> {
    const query = sql<{ holder: string | null }>`select holder from leaders`;
    const { rows } = await query.execute(this.#database.query);
    return rows[0]?.holder?.split('-')[0];
  }

  /** How many messages the queue has carried. */
  async messages(): Promise<number> {
    const { host, port } = this.#redis;
    const client = await createClient({ socket: { host, port } }).connect();
    try {
      return await client.xLen(STREAM);
    } finally {
      client.destroy();
    }
  }
}
