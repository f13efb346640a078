import { API_PREFIX, describeApi, mayChange, type Route, routes } from '@kubemin/client';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { expect, onTestFinished } from 'vitest';
import { json, SHOP } from '../../test-support/documents.ts';
import { testModel } from '../../test-support/test-model.ts';
import {
  startTestPlatform,
  type TestPlatform,
  type TestPlatformOptions,
  TOKEN,
} from '../../test-support/test-platform.ts';
import { databaseDump, isQuiet } from './database-dump.ts';
import { FULL } from './extent.ts';

/** The description the suite works from. */
export const description = describeApi({ document: testModel.jsonSchema() });

/** How many requests that change nothing share one look at the database, which takes longer than they do. */
const LOOKED_AT_TOGETHER = FULL ? 10 : 40;

/** A request that is likely to be refused. */
export interface Attempt {
  readonly method: string;
  /** Everything after the host. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
}

/** A platform with an application that has run once, which looks at its database around each attempt. */
export class BadInputPlatform {
  readonly platform: TestPlatform;
  readonly ids: Readonly<Record<string, string>>;
  readonly #unchanging: string[] = [];
  #before: string;

  constructor(
    platform: TestPlatform,
    state: { readonly ids: Readonly<Record<string, string>>; readonly dump: string },
  ) {
    this.platform = platform;
    this.ids = state.ids;
    this.#before = state.dump;
  }

  /**
   * Sends an attempt and returns the status of the response, which is never a fault of the server. The database is the
   * same after responses that are no success, and after requests that only read; the platform itself checks that the
   * response is as described.
   */
  async attempt({ method, target, headers, body }: Attempt, why: string): Promise<number> {
    const response = await fetch(`${this.platform.url}${target}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, ...headers },
      ...(body !== undefined && { body }),
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    const text = isStream ? '' : await response.text();
    if (isStream) await response.body?.cancel();
    const description = `${why}: ${method} ${target.slice(0, 200)} returned ${response.status} ${text.slice(0, 300)}`;
    expect(response.status < 500 || isExcused(text), description).toBe(true);
    if (response.status < 400 && changes(method, target)) await this.#settle();
    else this.#unchanging.push(description);
    if (this.#unchanging.length >= LOOKED_AT_TOGETHER) await this.verify();
    return response.status;
  }

  /** Sees to it that what was refused or only looked since the last look has changed nothing. */
  async verify(): Promise<void> {
    const after = await databaseDump(this.platform.database);
    expect(after === this.#before, `one of these changed the database:\n${this.#unchanging.join('\n')}`).toBe(true);
    this.#unchanging.length = 0;
  }

  /** Waits for what a success has set off. An application that was deleted is forgotten when it is asked for next. */
  async #settle(): Promise<void> {
    const { database, client } = this.platform;
    await eventually(() => isQuiet(database));
    await client.getApplication(this.ids.appId ?? '').catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'APPLICATION_NOT_FOUND' });
    });
    this.#before = await databaseDump(database);
    this.#unchanging.length = 0;
  }
}

/** Starts a platform for bad input, closed when the test ends. */
export async function startBadInputPlatform(options: TestPlatformOptions = {}): Promise<BadInputPlatform> {
  const cluster: TestCluster = await startTestCluster({ controllers: false });
  onTestFinished(() => cluster.close());
  const platform = await startTestPlatform({ kube: cluster.client, ...options });
  const { id: appId } = await platform.client.saveApplication(json(SHOP));
  const { taskId } = await platform.client.execWorkflow(appId);
  await eventually(() => isQuiet(platform.database));
  const { jobs } = await platform.client.taskStatus(taskId);
  const bad = new BadInputPlatform(platform, {
    ids: { appId, taskId, jobId: jobs[0]?.id ?? '' },
    dump: await databaseDump(platform.database),
  });
  onTestFinished(() => bad.verify());
  return bad;
}

const CHANGING = Object.values<Route>(routes)
  .filter(mayChange)
  .map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${API_PREFIX}${path.replace(/:[a-zA-Z]+/g, '[^/]+')}$`),
  }));

function changes(method: string, target: string): boolean {
  const path = target.split('?', 1)[0] ?? '';
  return CHANGING.some((route) => route.method === method && route.pattern.test(path));
}

/** Readiness may report that something is away: that is its purpose. */
function isExcused(text: string): boolean {
  return text.includes('"UNAVAILABLE"') && text.includes('not ready');
}
