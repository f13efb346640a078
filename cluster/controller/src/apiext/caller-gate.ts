import type { IncomingHttpHeaders } from 'node:http';
import type { ApiHandler } from '@kubemin/kubeapi';

/** Finds out who is calling, and gives them a way to the API that carries their rights and nobody else's. */
export interface CallerGate {
  /** Throws a StatusError with code 401 when the caller is unknown. */
  handlerFor(headers: IncomingHttpHeaders, signal: AbortSignal): Promise<ApiHandler>;
}
