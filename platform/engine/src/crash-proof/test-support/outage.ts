import { systemClock } from '@kubemin/base';
import type { TcpProxy } from '@kubemin/testing';
import type { Incident } from './prove.ts';

/** The address of a server by way of a proxy. */
export function through(proxy: TcpProxy, url: string): string {
  const way = new URL(url);
  way.port = String(proxy.port);
  return way.href;
}

/** A server that nobody reaches for a while. */
export function cutFor(proxy: TcpProxy, ms: number, afterRuns: number): Incident {
  return {
    afterRuns,
    happen: async () => {
      proxy.cut();
      await systemClock.sleep(ms);
      proxy.mend();
    },
  };
}
