import {
  ADMIN_USER,
  type ApiServer,
  createApiServer,
  fileStorage,
  loadOrCreateCertificates,
  loadServiceAccountSigner,
  memoryStorage,
  type Storage,
  serveApi,
  type TokenUser,
  tokenAuthenticator,
} from '@kubemin/apiserver';
import { Disposables, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createKubeClient, httpTransport, type KubeClient, loopbackTransport } from '@kubemin/kube';
import type { ApiHandler, UserInfo } from '@kubemin/kubeapi';
import { apps } from '@kubemin/kubeapi/resources';
import { KubeletServer } from '@kubemin/node';
import { temporaryDirectory } from './temporary-directory.ts';
import { startTestControllers, type TestControllersOptions } from './test-controllers.ts';

/** How an API server is reached: in the same process, or over the network. */
export type ClusterTransport = 'loopback' | 'http';

export interface TestClusterOptions extends TestControllersOptions {
  /** How the client reaches the API server. @default 'loopback' */
  readonly transport?: ClusterTransport;
  /** How controllers and nodes reach it; by `http` only if the client does. @default 'loopback' */
  readonly controllersOver?: ClusterTransport;
  /**
   * Whom controllers and nodes are to it: its administrator, or each the one whose role every Kubernetes has.
   * @default 'administrator'
   */
  readonly controllersAs?: 'administrator' | 'themselves';
  /** Stands between the controllers and the API server, however they reach it. */
  readonly aroundControllers?: (handler: ApiHandler) => ApiHandler;
  /** false leaves an API server without controllers. @default true */
  readonly controllers?: boolean;
  /** Closed with the cluster. @default memory */
  readonly storage?: Storage;
  /** Keeps the objects in files there, unless a storage is given. */
  readonly directory?: string;
  /** Users that the API server knows by their token, besides its administrator; RBAC decides what they may do. */
  readonly users?: readonly TokenUser[];
  /** Lets the API server issue tokens of service accounts. @default false */
  readonly serviceAccountTokens?: boolean;
  /** How long what nodes were measured to use counts as what they use. @default 15 s, as for the API server */
  readonly usageWindowMs?: number;
  /** Stands between the network and the API server: records, delays, refuses. Loopback goes without it. */
  readonly around?: (handler: ApiHandler) => ApiHandler;
}

/** What another process needs to reach a cluster as its administrator. */
export interface ClusterAddress {
  readonly server: string;
  readonly ca: string;
  readonly token: string;
}

/** A real API server with real controllers and simulated nodes. */
export interface TestCluster {
  readonly client: KubeClient;
  /** The administrator's handler, by the chosen transport. */
  readonly handler: ApiHandler;
  /** The same without a network, whatever the transport. */
  readonly loopback: ApiHandler;
  /** The handler for another user, through the same transport as the controllers. */
  as(user: UserInfo): ApiHandler;
  /** Only with the transport `http`. */
  readonly address: ClusterAddress | undefined;
  close(): Promise<void>;
}

/** The same, reached over the network. */
export interface ServedTestCluster extends TestCluster {
  readonly address: ClusterAddress;
}

const TOKEN = 'test-cluster-token';
const HOST = '127.0.0.1';

export function startTestCluster(
  options: TestClusterOptions & { readonly transport: 'http' },
): Promise<ServedTestCluster>;
export function startTestCluster(options?: TestClusterOptions): Promise<TestCluster>;
export async function startTestCluster(options: TestClusterOptions = {}): Promise<TestCluster> {
  const { clock = systemClock, logger = silentLogger } = options;
  const common = { clock, random: systemRandom, logger };
  const open = new Disposables();
  try {
    const storage = await openTestStorage(options);
    open.add(() => storage.close());
    const known = tokenAuthenticator([{ token: TOKEN, user: ADMIN_USER }, ...(options.users ?? [])]);
    const kubelets = new KubeletServer();
    const usage = options.usageWindowMs === undefined ? {} : { windowMs: options.usageWindowMs };
    const tokens = options.serviceAccountTokens === true ? { serviceAccounts: await tokenIssuer(open) } : {};
    const apiServer = await createApiServer({
      ...{ storage, nodes: kubelets, usage, ...tokens, ...common },
      authenticators: [known],
    });
    open.add(() => apiServer.close());
    const loopback = loopbackTransport(apiServer.handler, ADMIN_USER);
    const address =
      options.transport === 'http'
        ? await serve({ ...apiServer, handler: options.around?.(apiServer.handler) ?? apiServer.handler }, open)
        : undefined;
    const handler = address === undefined ? loopback : overHttp(address, open);
    const controllersAddress = options.controllersOver === 'http' ? address : undefined;
    const { aroundControllers = (line) => line } = options;
    const as = (user: UserInfo): ApiHandler =>
      aroundControllers(
        controllersAddress === undefined
          ? loopbackTransport(apiServer.handler, user)
          : overHttp(controllersAddress, open, user),
      );
    if (options.controllers !== false) {
      const clientAs = (user: UserInfo): KubeClient => createKubeClient(as(user));
      const identities = options.controllersAs === 'themselves' ? { clientAs } : {};
      open.add(await startTestControllers(clientAs(ADMIN_USER), { ...options, kubelets, ...identities }));
    }
    return { client: createKubeClient(handler), handler, loopback, as, address, close: () => open.dispose() };
  } catch (error) {
    await open.dispose();
    throw error;
  }
}

async function openTestStorage({ storage, directory }: TestClusterOptions): Promise<Storage> {
  return storage ?? (directory === undefined ? memoryStorage() : fileStorage({ directory }));
}

async function tokenIssuer(open: Disposables) {
  const directory = await temporaryDirectory();
  open.add(() => directory.remove());
  const signer = await loadServiceAccountSigner({ directory: directory.path });
  return { signer, issuer: 'https://kubernetes.default.svc' };
}

async function serve(
  { handler, authenticate }: Pick<ApiServer, 'handler' | 'authenticate'>,
  open: Disposables,
): Promise<ClusterAddress> {
  const directory = await temporaryDirectory();
  open.add(() => directory.remove());
  const { ca, cert, key } = await loadOrCreateCertificates({
    directory: directory.path,
    hosts: [HOST],
    clock: systemClock,
    random: systemRandom,
  });
  const listener = await serveApi({
    handler,
    host: HOST,
    port: 0,
    tls: { key, cert },
    authenticate,
    logger: silentLogger,
  });
  open.add(() => listener.close());
  return { server: `https://${HOST}:${listener.port}`, ca, token: TOKEN };
}

function overHttp(address: ClusterAddress, open: Disposables, user?: UserInfo): ApiHandler {
  const impersonate = user && { user: user.username, groups: user.groups };
  const transport = httpTransport({ ...address, ...(impersonate && { impersonate }) });
  open.add(() => transport.close());
  return transport.handler;
}

/** The Deployments of an application in `default` as `image × copies`, the one without a suffix first. */
export async function deployedVersions(client: KubeClient, appId: string): Promise<readonly string[]> {
  const labelSelector = `kube-min-cli-appId=${appId}`;
  const { items } = await client.resource(apps.v1.deployments, 'default').list({ labelSelector });
  return items
    .toSorted((left, right) => (left.metadata.name ?? '').length - (right.metadata.name ?? '').length)
    .map(({ metadata, spec }) => {
      const suffix = /-(canary|blue|green)$/.exec(metadata.name ?? '')?.[0] ?? '';
      return `${spec?.template.spec?.containers[0]?.image} × ${spec?.replicas}${suffix}`;
    });
}
