import { Disposables } from '@kubemin/base';
import { type ApiExtOptions, createApiExt } from '../apiext/index.ts';
import { type BindAddress, type HttpListenerOptions, listenHttp } from '../http/index.ts';
import type { RunnableManager } from './runnable-manager.ts';

/** Hosts that only this machine can reach. */
const LOOPBACK = /^(localhost|127\.[\d.]+|::1)$/;

/** Options of the extension API, with the address it is served on. */
export interface ApiExtManagerOptions extends Omit<ApiExtOptions, 'tls'> {
  /** Unique within its app. @default 'apiext' */
  readonly name?: string | undefined;
  readonly address: BindAddress;
  /** Key and certificate, PEM. @default plain HTTP */
  readonly tls?: HttpListenerOptions['tls'];
}

/** The extension API as a part of an app: opens its port when the app prepares, and serves until the app stops. */
export function apiExtManager(options: ApiExtManagerOptions): RunnableManager {
  const { name = 'apiext', address, tls, logger, ...rest } = options;
  const handler = createApiExt({ ...rest, logger, tls: tls !== undefined });
  const open = new Disposables();
  let url: string | undefined;
  return {
    name,
    get url() {
      return url;
    },
    prepare: async () => {
      if (address.kind === 'off') return;
      const listener = await listenHttp({ handler, host: address.host, port: address.port, tls, logger });
      open.add(() => listener.close());
      url = listener.url;
      if (tls === undefined && !LOOPBACK.test(address.host)) {
        logger.warn('the REST API is served without TLS beyond this machine: tokens of callers can be intercepted', {
          url,
        });
      }
    },
    run: async (signal) => {
      if (signal.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => resolve(), { once: true });
      await promise;
    },
    checks: () => [],
    close: () => open.dispose(),
  };
}
