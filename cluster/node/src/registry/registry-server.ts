import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Clock, type Logger, listenError, type Random, runPeriodically, TerminalError } from '@kubemin/base';
import { makeDirectory } from '@kubemin/base/machine';
import { type StoreLock, tryLock } from '../images/index.ts';
import { registryMessages } from '../messages/index.ts';
import { PullThrough, type PullThroughOptions } from './pull-through.ts';
import { handleRegistryRequest, type PushAuthorizer } from './registry-handler.ts';
import { RegistryStore } from './registry-store.ts';

export interface RegistryServerOptions {
  /** Made where it is missing. */
  readonly directory: string;
  /** @default 127.0.0.1 */
  readonly host?: string | undefined;
  /** 0 picks a free one. */
  readonly port: number;
  readonly authorizePush: PushAuthorizer;
  /** Names beside those of this machine that clients may reach it by. */
  readonly hosts?: readonly string[] | undefined;
  /** Registries whose images are served and kept here too. @default none */
  readonly pullThrough?: PullThroughOptions | undefined;
  /** How often garbage is collected. @default every 6 hours */
  readonly collectEveryMs?: number | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** A registry that runs. */
export interface RegistryServer {
  /** What image references begin with: `127.0.0.1:5000`. */
  readonly address: string;
  readonly port: number;
  readonly store: RegistryStore;
  /** Stops it; requests that run get a short time to end. */
  close(): Promise<void>;
}

const COLLECT_EVERY_MS = 6 * 60 * 60 * 1000;
const HEADERS_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 5_000;

/** Serves the registry of a directory. Rejects with a TerminalError when the address or the directory is in use. */
export async function startRegistry(options: RegistryServerOptions): Promise<RegistryServer> {
  const { directory, host = '127.0.0.1', clock, random, logger } = options;
  await makeDirectory(directory, 0o700);
  const lock = takeLock(directory);
  try {
    const store = await RegistryStore.open({ directory, clock, random });
    // Uploads take as long as they take: only headers have a deadline.
    const server = createServer({ requestTimeout: 0, headersTimeout: HEADERS_TIMEOUT_MS });
    const pullThrough = options.pullThrough && new PullThrough(store, clock, options.pullThrough);
    const handler = { store, pullThrough, authorizePush: options.authorizePush, hosts: options.hosts, logger };
    server.on('request', (incoming, response) => void handleRegistryRequest(handler, incoming, response));
    const port = await listen(server, host, options.port);
    const stopped = new AbortController();
    const collecting = runPeriodically(
      {
        clock,
        logger,
        everyMs: options.collectEveryMs ?? COLLECT_EVERY_MS,
        failure: 'Garbage of the registry could not be collected.',
        work: async () => {
          const garbage = await store.collectGarbage({ expire: (name) => pullThrough?.unusedSince(name) });
          if (garbage.blobs + garbage.uploads > 0)
            logger.info('Garbage of the registry was collected.', { ...garbage });
        },
      },
      stopped.signal,
    );
    return {
      address: `${host.includes(':') ? `[${host}]` : host}:${port}`,
      port,
      store,
      close: async () => {
        stopped.abort();
        await close(server);
        await collecting;
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function takeLock(directory: string): StoreLock {
  const lock = tryLock(join(directory, 'lock.db'));
  if (lock === undefined)
    throw new TerminalError(registryMessages.storeInUse({ directory }), { code: 'REGISTRY_IN_USE' });
  return lock;
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(host, port, error)));
    server.listen(port, host, () => {
      const address: AddressInfo | string | null = server.address();
      resolve(address === null || typeof address === 'string' ? port : address.port);
    });
  });
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await closed;
  clearTimeout(force);
}
