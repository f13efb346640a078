import { TerminalError } from '@kubemin/base';
import type { ServiceTable } from './service-table.ts';

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
  /** Ends everything, connections included; no entry is reachable afterwards. A second call does nothing. */
  close(): Promise<void>;
}

/** Some entries cannot be served; all others are. `failures` has a message for each of them. */
export class ServiceProxyError extends TerminalError {
  readonly failures: readonly Error[];

  constructor(failures: readonly Error[]) {
    const [first] = failures;
    const rest = failures.length > 1 ? ` (and ${failures.length - 1} more)` : '';
    super(`services not reachable: ${first?.message}${rest}`, { code: 'SERVICE_PROXY_FAILED', cause: first });
    this.failures = failures;
  }
}
