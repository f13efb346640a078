// The extension API before a real API server, with users of different permissions. For tests.
import { Disposables, silentLogger, systemClock } from '@kubemin/base';
import type { ApiHandler, ApiRequest } from '@kubemin/kubeapi';
import { rbac } from '@kubemin/kubeapi/resources';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { type ApiExtOptions, createApiExt } from '../apiext/apiext.ts';
import { callerTransports } from '../apiext/caller-transports.ts';
import { tokenReviewAuthenticator } from '../apiext/token-review-authenticator.ts';
import { listenHttp } from '../http/http-listener.ts';
import { installDefinitions } from '../resource/crd-install.ts';
import { ResourceSet } from '../resource/resource-set.ts';
import { shipmentMachine, shipments } from './shipments.ts';
import { harbours, voyages } from './voyages.ts';

/** A response with its parsed body. */
export interface ApiExtResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** One request that reached the API server. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  /** The user whose permissions applied. */
  readonly as: string | undefined;
}

const USERS = [
  { username: 'captain', verbs: ['*'] },
  { username: 'passenger', verbs: ['get', 'list'] },
];

/** Options of the set-up. */
export interface BenchOptions extends Partial<Pick<ApiExtOptions, 'middlewares' | 'modules' | 'cors'>> {
  readonly transport?: 'http' | 'loopback';
}

/** A running extension API. */
export class ApiExtBench {
  readonly cluster: TestCluster;
  readonly url: string;
  /** The requests that reached the API server, in order. */
  readonly seen: SeenRequest[];
  readonly #open: Disposables;
  readonly #hook: RequestHook;

  private constructor(parts: Pick<ApiExtBench, 'cluster' | 'url' | 'seen'> & { open: Disposables; hook: RequestHook }) {
    this.cluster = parts.cluster;
    this.url = parts.url;
    this.seen = parts.seen;
    this.#open = parts.open;
    this.#hook = parts.hook;
  }

  static async start({ transport = 'loopback', ...more }: BenchOptions = {}): Promise<ApiExtBench> {
    const open = new Disposables();
    const seen: SeenRequest[] = [];
    const hook: RequestHook = { before: undefined };
    const around =
      (handler: ApiHandler): ApiHandler =>
      async (request) => {
        seen.push(seenRequest(request));
        await hook.before?.(request);
        return handler(request);
      };
    const users = USERS.map(({ username }) => ({ token: `${username}-token`, user: { username, groups: ['crew'] } }));
    const cluster = await startTestCluster({ controllers: false, transport, users, around });
    open.add(() => cluster.close());
    await installDefinitions(cluster.client, [voyages, harbours, shipments], {
      clock: systemClock,
      signal: new AbortController().signal,
    });
    await createRoles(cluster);
    const handler = createApiExt({
      resources: ResourceSet.of(voyages, harbours, shipments),
      machines: new Map([['shipments.fleet.example.com', shipmentMachine]]),
      authenticator: tokenReviewAuthenticator({
        reviewClient: cluster.client,
        handlerFor: callerHandler(cluster, open, around),
        clock: systemClock,
      }),
      clock: systemClock,
      logger: silentLogger,
      ...more,
    });
    const listener = await listenHttp({ handler, host: '127.0.0.1', port: 0, logger: silentLogger });
    open.add(() => listener.close());
    seen.length = 0;
    return new ApiExtBench({ cluster, url: listener.url, seen, open, hook });
  }

  /** Called before the API server sees a request. */
  set before(before: RequestHook['before']) {
    this.#hook.before = before;
  }

  /** Sends a request as the captain by default; the token '' sends none. */
  async request(method: string, path: string, body?: unknown, token = 'captain-token'): Promise<ApiExtResponse> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  close(): Promise<void> {
    return this.#open.dispose();
  }
}

interface RequestHook {
  before: ((request: ApiRequest) => Promise<void>) | undefined;
}

function seenRequest({ method, path, user, headers }: ApiRequest): SeenRequest {
  return { method, path, as: headers['impersonate-user'] ?? user?.username };
}

function callerHandler(
  cluster: TestCluster,
  open: Disposables,
  around: (handler: ApiHandler) => ApiHandler,
): Parameters<typeof tokenReviewAuthenticator>[0]['handlerFor'] {
  if (cluster.address === undefined) {
    return (user) => (request) => around(cluster.as(user))({ ...request, user });
  }
  const transports = callerTransports(cluster.address, { maxOpen: 1 });
  open.add(() => transports.close());
  return (user) => transports.handlerFor(user);
}

async function createRoles({ client }: TestCluster): Promise<void> {
  for (const { username, verbs } of USERS) {
    await client.resource(rbac.v1.clusterroles).create({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: username },
      rules: [{ apiGroups: ['fleet.example.com'], resources: ['*'], verbs }],
    });
    await client.resource(rbac.v1.clusterrolebindings).create({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: username },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: username },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: username }],
    });
  }
}
