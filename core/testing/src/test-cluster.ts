import {
  ADMIN_USER,
  createApiServer,
  loadOrCreateCertificates,
  memoryStorage,
  type Storage,
  serveApi,
  tokenAuthenticator,
} from '@kubemin/apiserver';
import { type Clock, Disposables, type Logger, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { type ControllerModule, createManager } from '@kubemin/controller';
import { builtinControllers } from '@kubemin/controllers';
import { createKubeClient, httpTransport, type KubeClient, loopbackTransport } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { simulatedNodes } from '@kubemin/node';
import { temporaryDirectory } from './temporary-directory.ts';

export interface TestClusterOptions {
  /** How the client reaches the API server; the controllers always use loopback. @default 'loopback' */
  readonly transport?: 'loopback' | 'http';
  /** @default 2 */
  readonly nodes?: number;
  /** false leaves an API server where nothing happens by itself. @default true */
  readonly controllers?: boolean;
  readonly extraControllers?: readonly ControllerModule[];
  /** Closed with the cluster. @default memory */
  readonly storage?: Storage;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** A real API server with real controllers and simulated nodes. */
export interface TestCluster {
  readonly client: KubeClient;
  /** The administrator's handler, by the chosen transport. */
  readonly handler: ApiHandler;
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
    if (options.controllers !== false) {
      const manager = createManager({ client: createKubeClient(loopback), ...common });
      manager.with(
        ...builtinControllers,
        simulatedNodes({ count: options.nodes ?? 2 }),
        ...(options.extraControllers ?? []),
      );
      const stop = new AbortController();
      const running = manager.run(stop.signal);
      open.add(async () => {
        stop.abort();
        await running;
      });
      await Promise.race([manager.ready, running]);
    }
    const handler = options.transport === 'http' ? await overHttp(apiServer.handler, open) : loopback;
    return { client: createKubeClient(handler), handler, close: () => open.dispose() };
  } catch (error) {
    await open.dispose();
    throw error;
  }
}

async function overHttp(handler: ApiHandler, open: Disposables): Promise<ApiHandler> {
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
  const transport = httpTransport({ server: `https://${HOST}:${listener.port}`, ca, token: TOKEN });
  open.add(() => transport.close());
  return transport.handler;
}
