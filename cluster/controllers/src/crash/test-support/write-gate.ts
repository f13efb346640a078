import type { ApiRequest, ApiResponse } from '@kubemin/kubeapi';
import { RequestGate } from '@kubemin/testing';

/** A write that has arrived and is not done yet. */
export interface Arrival {
  readonly by: string;
  readonly namespace: string;
  /** Method and path, for diagnosis. */
  readonly what: string;
}

/** A write that was done or refused. */
export interface Write extends Arrival {
  readonly status: number;
}

/** No scenario relies on events, and leases do not change objects. */
const IGNORED_RESOURCES = /\/(?:events|leases)(?:\/|$)/;
const NAMESPACE = /\/namespaces\/([^/]+)/;

/** Stands before an API server, keeps who wrote what, and decides what becomes of each write. */
export class WriteGate extends RequestGate<Arrival> {
  readonly writes: Write[] = [];

  protected override read({ method, path }: ApiRequest, by: string): Arrival | undefined {
    if (method === 'GET' || IGNORED_RESOURCES.test(path)) return undefined;
    return { by, namespace: NAMESPACE.exec(path)?.[1] ?? '', what: `${method} ${path}` };
  }

  protected override onResponse(arrival: Arrival, { status }: ApiResponse): void {
    this.writes.push({ ...arrival, status });
  }
}
