// A server in memory and a short way to talk to it: for this package's tests.
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import type {
  ApiMethod,
  ApiResponse,
  JsonObject,
  KubeList,
  KubeObject,
  Status,
  UserInfo,
  WatchEvent,
} from '@kubemin/kubeapi';
import { type ApiServer, type ApiServerOptions, createApiServer } from '../api-server.ts';
import { ADMIN_USER } from '../auth/authentication/well-known-users.ts';
import { memoryStorage } from '../storage/memory-storage.ts';

/** An object whose fields a test may look at without knowing its kind. */
export type Loose = KubeObject & JsonObject;

/** The handler with an administrator's hand on it. */
export class TestApi {
  readonly server: ApiServer;

  private constructor(server: ApiServer) {
    this.server = server;
  }

  static async start(options: Partial<ApiServerOptions> = {}): Promise<TestApi> {
    const server = await createApiServer({
      storage: memoryStorage(),
      clock: systemClock,
      random: systemRandom,
      logger: silentLogger,
      ...options,
    });
    return new TestApi(server);
  }

  close(): Promise<void> {
    return this.server.close();
  }

  send(method: ApiMethod, url: string, options: SendOptions = {}): Promise<ApiResponse> {
    const [path = '', query = ''] = url.split('?');
    const { body, bytes, contentType, accept, headers, headerLines, user = ADMIN_USER, signal } = options;
    return this.server.handler({
      method,
      path,
      query: new URLSearchParams(query),
      headers: { ...headers, ...(accept !== undefined && { accept }) },
      user,
      ...(headerLines !== undefined && { headerLines }),
      ...(signal !== undefined && { signal }),
      ...(body !== undefined && {
        body: { kind: 'value' as const, value: body, ...(contentType !== undefined && { contentType }) },
      }),
      ...(bytes !== undefined && {
        body: { kind: 'bytes' as const, bytes, ...(contentType !== undefined && { contentType }) },
      }),
    });
  }

  /** The object of a successful response. */
  async ok(method: ApiMethod, url: string, options: SendOptions = {}): Promise<Loose> {
    const response = await this.send(method, url, options);
    if (response.kind !== 'object' || response.status >= 300) {
      throw new Error(`${method} ${url} returned ${JSON.stringify(response)}`);
    }
    return loose(response.object);
  }

  create(url: string, body: unknown): Promise<Loose> {
    return this.ok('POST', url, { body });
  }

  get(url: string): Promise<Loose> {
    return this.ok('GET', url);
  }

  async list(url: string): Promise<KubeList<Loose>> {
    const response = await this.send('GET', url);
    if (response.kind !== 'object' || !isList(response.object)) throw new Error(`${url} is no list`);
    return response.object;
  }

  patch(url: string, body: unknown, format: 'json' | 'merge' | 'strategic-merge' = 'merge'): Promise<Loose> {
    return this.ok('PATCH', url, { body, contentType: `application/${format}-patch+json` });
  }

  /** The Status of a refused request. */
  async refused(method: ApiMethod, url: string, options: SendOptions = {}): Promise<Status> {
    const response = await this.send(method, url, options);
    if (response.kind !== 'object' || !isFailure(response.object)) {
      throw new Error(`${method} ${url} was not refused: ${JSON.stringify(response)}`);
    }
    return response.object;
  }

  async watch(url: string): Promise<TestWatch> {
    const stop = new AbortController();
    const response = await this.send('GET', url, { signal: stop.signal });
    if (response.kind !== 'watch') throw new Error(`${url} is no watch: ${JSON.stringify(response)}`);
    return new TestWatch(response.events, stop);
  }
}

/** The rest of a test request. */
export interface SendOptions {
  readonly body?: unknown;
  /** Instead of `body`: as it comes over the wire. */
  readonly bytes?: Uint8Array;
  readonly contentType?: string;
  readonly accept?: string;
  /** @default the administrator */
  readonly user?: UserInfo;
  readonly headers?: Readonly<Record<string, string>>;
  /** Repeated headers, apart. */
  readonly headerLines?: Readonly<Record<string, readonly string[]>>;
  readonly signal?: AbortSignal;
}

/** A watch that is read event by event. */
export class TestWatch {
  readonly #batches: AsyncIterator<readonly WatchEvent[]>;
  readonly #stop: AbortController;
  #queued: WatchEvent[] = [];

  constructor(events: AsyncIterable<readonly WatchEvent[]>, stop: AbortController) {
    this.#batches = events[Symbol.asyncIterator]();
    this.#stop = stop;
  }

  /** Waits for the next event; undefined at the end. */
  async next(): Promise<WatchEvent | undefined> {
    while (this.#queued.length === 0) {
      const { done, value } = await this.#batches.next();
      if (done === true) return undefined;
      this.#queued = [...value];
    }
    return this.#queued.shift();
  }

  async take(count: number): Promise<readonly WatchEvent[]> {
    const events: WatchEvent[] = [];
    while (events.length < count) {
      const event = await this.next();
      if (event === undefined) break;
      events.push(event);
    }
    return events;
  }

  /** `ADDED a`, `DELETED b`: what happened, in short. */
  async nextChanges(count: number): Promise<readonly string[]> {
    return (await this.take(count)).map(({ type, object }) => `${type} ${object.metadata.name}`);
  }

  stop(): void {
    this.#stop.abort();
  }
}

/** A config map as a user writes it. */
export function configMap(name: string, more: Readonly<Record<string, unknown>> = {}): unknown {
  const { metadata = {}, ...rest } = more;
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...Object(metadata) }, ...rest };
}

/** A deployment that passes validation. */
export function deployment(name: string, spec: Readonly<Record<string, unknown>> = {}): unknown {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'registry.test/app:1' }] } },
      ...spec,
    },
  };
}

/** A pod that passes validation. */
export function pod(name: string, spec: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers: [{ name: 'main', image: 'registry.test/app:1' }], ...spec },
  };
}

function loose(value: unknown): Loose {
  if (isLoose(value)) return value;
  throw new Error(`not an object: ${JSON.stringify(value)}`);
}

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && 'metadata' in value;
}

function isList(value: unknown): value is KubeList<Loose> {
  return typeof value === 'object' && value !== null && 'items' in value;
}

function isFailure(value: unknown): value is Status {
  return typeof value === 'object' && value !== null && 'status' in value && value.status === 'Failure';
}
