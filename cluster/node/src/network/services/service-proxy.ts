import { type Clock, type Logger, TerminalError, toError, WakeSignal } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { EventRecorder } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import type { Node, Pod, Service } from '@kubemin/kubeapi/types/core.v1';
import type { HealthCheckPorts } from './health-check-ports.ts';
import { hasHostPorts, withHostPorts } from './host-ports.ts';
import type { EndpointSliceSource } from './reachable-endpoints.ts';
import { healthChecks, type ServiceNode, type ServiceTable, serviceTable } from './service-table.ts';

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
  /** The pods of this node, whose host ports are served. @default none */
  readonly pods?: Informer<Pod>;
  /** Nodes, of which this one has its zone. @default no zone */
  readonly nodes?: Pick<Informer<Node>, 'get' | 'onChange' | 'synced'>;
  /** Serves health check node ports. @default they are not served */
  readonly healthCheckPorts?: HealthCheckPorts;
  /** @default services that cannot be forwarded are not reported */
  readonly events?: EventRecorder;
  readonly node: Omit<ServiceNode, 'zone'>;
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
  const { proxy, services, endpointSlices, pods, nodes, healthCheckPorts, clock, logger } = options;
  const changed = new WakeSignal();
  const stops = [
    services.onChange(() => changed.notify()),
    endpointSlices.onChange(() => changed.notify()),
    pods?.onChange(({ object }) => hasHostPorts(object) && changed.notify()),
    nodes?.onChange(({ object, old }) => nodeZone(object) !== nodeZone(old) && changed.notify()),
  ];
  const unsupported = new UnsupportedPorts(options.events);
  let reported: string | undefined;
  try {
    await Promise.all([services.synced, endpointSlices.synced, pods?.synced, nodes?.synced]);
    while (!signal.aborted) {
      let cancelRetry = (): void => undefined;
      const node = { ...options.node, zone: nodeZone(nodes?.get(options.node.name)) };
      const [serviceList, slices] = [services.list(), endpointSlices.list()];
      for (const service of serviceList) unsupported.report(service);
      try {
        const checks = await healthCheckPorts?.apply(healthChecks(serviceList, slices, node));
        await proxy.apply(withHostPorts(serviceTable(serviceList, slices, node), pods?.list() ?? [], node));
        if (checks !== undefined && checks.length > 0) throw new ServiceProxyError(checks);
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
    for (const stop of stops) stop?.();
  }
}

function nodeZone(node: Node | undefined): string | undefined {
  return node?.metadata.labels?.['topology.kubernetes.io/zone'];
}

/** Reports each service with ports that no proxy forwards, once. */
class UnsupportedPorts {
  readonly #events: EventRecorder | undefined;
  readonly #reported = new Set<string>();

  constructor(events: EventRecorder | undefined) {
    this.#events = events;
  }

  report(service: Service): void {
    const ports = (service.spec?.ports ?? []).filter(({ protocol }) => protocol === 'SCTP').map(({ port }) => port);
    const key = `${service.metadata.uid} ${ports.join()}`;
    if (ports.length === 0 || this.#reported.has(key)) return;
    this.#reported.add(key);
    const message = `SCTP is not supported by nodes of KubeMin: port ${ports.join(', ')} is not forwarded`;
    this.#events?.record(service, { type: 'Warning', reason: 'SCTPNotSupported', message });
  }
}
