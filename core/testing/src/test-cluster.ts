import {
  ADMIN_USER,
  createApiServer,
  loadOrCreateCertificates,
  memoryStorage,
  type Storage,
  serveApi,
  tokenAuthenticator,
} from '@kubemin/apiserver';
import { Disposables, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createKubeClient, httpTransport, type KubeClient, loopbackTransport } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { temporaryDirectory } from './temporary-directory.ts';
import { startTestControllers, type TestControllersOptions } from './test-controllers.ts';

export interface TestClusterOptions extends TestControllersOptions {
  /** How the client reaches the API server; the controllers always use loopback. @default 'loopback' */
  readonly transport?: 'loopback' | 'http';
  /** false leaves an API server where nothing happens by itself. @default true */
  readonly controllers?: boolean;
  /** Closed with the cluster. @default memory */
  readonly storage?: Storage;
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
  /** Only with the transport `http`. */
  readonly address: ClusterAddress | undefined;
  close(): Promise<void>;
}

const TOKEN = 'test-cluster-token';
const HOST = '127.0.0.1';

export async function startTestCluster(options: TestClusterOptions = {}): Promise<TestCluster> {
  const { clock = systemClock, logger = silentLogger } = options;
  const common = { clock, random: systemRandom, logger };
  const open = new Disposables();
  try {
    const storage = options.storage ?? memoryStorage();
    open.add(() => storage.close());
    const apiServer = await createApiServer({ storage, ...common });
    open.add(() => apiServer.close());
    const loopback = loopbackTransport(apiServer.handler, ADMIN_USER);
    if (options.controllers !== false) open.add(await startTestControllers(createKubeClient(loopback), options));
    const address =
      options.transport === 'http'
        ? await serve(options.around?.(apiServer.handler) ?? apiServer.handler, open)
        : undefined;
    const handler = address === undefined ? loopback : overHttp(address, open);
    return { client: createKubeClient(handler), handler, loopback, address, close: () => open.dispose() };
  } catch (error) {
    await open.dispose();
    throw error;
  }
}

async function serve(handler: ApiHandler, open: Disposables): Promise<ClusterAddress> {
  const directory = await temporaryDirectory();
  open.add(() => directory.remove());
  const { ca, cert, key } = await loadOrCreateCertificates({
    directory: directory.path,
    hosts: [HOST],
    clock: systemClock,
    random: systemRandom,
  });
  const authenticate = tokenAuthenticator([{ token: TOKEN, user: ADMIN_USER }]);
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

function overHttp(address: ClusterAddress, open: Disposables): ApiHandler {
  const transport = httpTransport(address);
  open.add(() => transport.close());
  return transport.handler;
}
