import { type ApiHandler, type ApiRequest, type ApiResponse, serviceUnavailable } from '@kubemin/kubeapi';

/** A write of somebody that has come in and is not done yet. */
export interface Arrival {
  readonly by: string;
  readonly namespace: string;
  /** Method and path, for whoever has to find out what went wrong. */
  readonly what: string;
}

/** A write that was done or refused. */
export interface Write extends Arrival {
  readonly status: number;
}

/**
 * What becomes of a write: it is done as usual; `lost`, its writer dies and it never reaches the store; `unanswered`, it
 * is stored and its writer dies before it hears of it; `unheard`, it is stored and its writer lives on in doubt.
 */
export type Fate =
  | { readonly kind: 'pass' | 'unheard' }
  | { readonly kind: 'lost' | 'unanswered'; readonly strike: () => Promise<void> };

/** Events are told, not relied on, and leases say nothing about objects. */
const UNINTERESTING = /\/(?:events|leases)(?:\/|$)/;
const NAMESPACE = /\/namespaces\/([^/]+)/;

/** Stands before an API server, keeps who wrote what, and decides what becomes of each write. */
export class WriteGate {
  readonly writes: Write[] = [];
  readonly #requests = new Map<string, number>();
  decide: (arrival: Arrival) => Fate = () => ({ kind: 'pass' });

  /** How often somebody has asked for anything so far. */
  requestsBy(userAgent: string): number {
    return this.#requests.get(userAgent) ?? 0;
  }

  readonly around =
    (handler: ApiHandler): ApiHandler =>
    async (request) => {
      const by = request.headers['user-agent'] ?? '';
      this.#requests.set(by, this.requestsBy(by) + 1);
      if (request.method === 'GET' || UNINTERESTING.test(request.path)) return handler(request);
      const arrival = { by, namespace: NAMESPACE.exec(request.path)?.[1] ?? '', what: describe(request) };
      const fate = this.decide(arrival);
      if (fate.kind === 'lost') {
        await fate.strike();
        throw serviceUnavailable('the writer is gone');
      }
      const response = await this.#done(arrival, handler(request));
      if (fate.kind === 'unanswered') await fate.strike();
      if (fate.kind === 'unheard') throw serviceUnavailable('the answer was lost');
      return response;
    };

  async #done(arrival: Arrival, doing: Promise<ApiResponse>): Promise<ApiResponse> {
    const response = await doing;
    this.writes.push({ ...arrival, status: response.status });
    return response;
  }
}

function describe({ method, path }: ApiRequest): string {
  return `${method} ${path}`;
}
