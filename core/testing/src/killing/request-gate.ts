import { type ApiHandler, type ApiRequest, type ApiResponse, serviceUnavailable } from '@kubemin/kubeapi';
import { eventually } from '../eventually.ts';
import type { ForkedManager } from './forked-manager.ts';

/**
 * What becomes of a request: it is done as usual; `lost`, its sender is killed and it never reaches the store; `unanswered`,
 * it is done and its sender is killed before it gets the response; `unheard`, it is done and its sender gets an error.
 */
export type Fate =
  | { readonly kind: 'pass' | 'unheard' }
  | { readonly kind: Death; readonly strike: () => Promise<void> };

/** When the sender of a request is killed: before it is done, or after it and before the response. */
export type Death = 'lost' | 'unanswered';

/** Stands before an API server and decides what becomes of the requests that a test is about. */
export abstract class RequestGate<A> {
  readonly #requests = new Map<string, number>();
  decide: (arrival: A) => Fate | Promise<Fate> = () => ({ kind: 'pass' });

  /** What a request is to the test; undefined for one that it is not about. */
  protected abstract read(request: ApiRequest, by: string): A | undefined;

  /** Called with each request that was done or refused, before its sender gets the response. */
  protected abstract onResponse(arrival: A, response: ApiResponse): void;

  /** How many requests a client, known by its user agent, has sent so far. */
  requestsBy(userAgent: string): number {
    return this.#requests.get(userAgent) ?? 0;
  }

  /** Lets one go on that was stopped; resolves when it has done something since, be it to end itself. */
  async wake(manager: ForkedManager): Promise<void> {
    const asked = this.requestsBy(manager.identity);
    let gone = false;
    void manager.gone.then(() => {
      gone = true;
    });
    manager.signal('SIGCONT');
    await eventually(() => gone || this.requestsBy(manager.identity) >= asked + 3);
  }

  readonly around =
    (handler: ApiHandler): ApiHandler =>
    async (request) => {
      const by = request.headers['user-agent'] ?? '';
      this.#requests.set(by, this.requestsBy(by) + 1);
      const arrival = this.read(request, by);
      if (arrival === undefined) return handler(request);
      const fate = await this.decide(arrival);
      if (fate.kind === 'lost') {
        await fate.strike();
        throw serviceUnavailable('the writer is gone');
      }
      const response = await handler(request);
      this.onResponse(arrival, response);
      if (fate.kind === 'unanswered') await fate.strike();
      if (fate.kind === 'unheard') throw serviceUnavailable('the response was lost');
      return response;
    };
}
