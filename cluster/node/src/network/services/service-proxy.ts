import { type Clock, type Logger, TerminalError, toError, WakeSignal } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { Informer } from '@kubemin/kube';
import type { Service } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSliceSource } from './reachable-endpoints.ts';
import { type ServiceNode, type ServiceTable, serviceTable } from './service-table.ts';

/**
 * What makes services reachable on a node.
 *
 * After `apply` has resolved, new connections and new UDP clients follow the table: each goes to one of the endpoints, evenly
 * spread, or to the one that its client had before when the entry has session affinity. An address without endpoints refuses
 * connections at once. TCP connections that are established go on until one side ends them, whatever becomes of the
 * entry or the endpoint; UDP clients of an endpoint that is gone are given another one with their next datagram.
 *
 * Applying touches only the entries that changed. Calls run one after the other, in order. When some entries cannot be
 * served, all others are, and the promise rejects with what is wrong; the next call tries them again, with whatever table.
 */
export interface ServiceProxy {
  apply(table: ServiceTable): Promise<void>;
  /** No entry is reachable afterwards. A second call does nothing. */
  close(): Promise<void>;
}

/** Some entries cannot be served; all others are. `failures` has a message for each of them. */
export class ServiceProxyError extends TerminalError {
  readonly failures: readonly Error[];

  constructor(failures: readonly Error[]) {
    const [first] = failures;
    const rest = failures.length > 1 ? ` (and ${failures.length - 1} more)` : '';
    super(verbatim(`services not reachable: ${first?.message}${rest}`), { code: 'SERVICE_PROXY_FAILED', cause: first });
    this.failures = failures;
  }
}

export interface ServiceProxyRunOptions {
  readonly proxy: ServiceProxy;
  readonly services: Informer<Service>;
  readonly endpointSlices: EndpointSliceSource;
  readonly node: ServiceNode;
  readonly clock: Clock;
  readonly logger: Logger;
}

const RETRY_MS = 5_000;
/** Changes that follow each other, as those of a rollout, are applied together: a table is made from all services. */
const COLLECT_MS = 50;

/**
 * Keeps a proxy current until the signal aborts. Nothing is applied before both informers are synced: a table without the
 * slices that are still to come would cut all services off. Changes within 50 ms are applied together.
 * What cannot be served is logged and tried again. The caller closes the proxy.
 */
export async function runServiceProxy(options: ServiceProxyRunOptions, signal: AbortSignal): Promise<void> {
  const { proxy, services, endpointSlices, node, clock, logger } = options;
  const changed = new WakeSignal();
  const stops = [services.onChange(() => changed.notify()), endpointSlices.onChange(() => changed.notify())];
  let reported: string | undefined;
  try {
    await Promise.all([services.synced, endpointSlices.synced]);
    while (!signal.aborted) {
      let cancelRetry = (): void => undefined;
      try {
        await proxy.apply(serviceTable(services.list(), endpointSlices.list(), node));
        reported = undefined;
      } catch (thrown) {
        const error = toError(thrown);
        // Once is enough for what stays wrong.
        if (error.message !== reported) logger.warn('Some services are not reachable on this node.', { error });
        reported = error.message;
        cancelRetry = clock.after(RETRY_MS, () => changed.notify());
      }
      await changed.wait(signal);
      cancelRetry();
      await clock.sleep(COLLECT_MS, signal);
    }
  } catch (thrown) {
    // Informers that are stopped before their first list reject.
    if (!signal.aborted) throw thrown;
  } finally {
    for (const stop of stops) stop();
  }
}
