import type { ApiHandler, ApiRequest, ApiResponse } from '@kubemin/kubeapi';

/** A way in which a cluster misbehaves: a refusal, or no response at all for as long as the caller waits. */
export type Fault =
  | { readonly status: number; readonly reason: string; readonly message?: string; readonly retryAfter?: number }
  | 'hangs';

interface Rule {
  readonly fault: Fault;
  readonly matches: (request: ApiRequest) => boolean;
  left: number;
}

/** A proxy of an API server that misbehaves as configured. */
export class FaultyApi {
  readonly #rules: Rule[] = [];
  /** The requests that met a fault, as `METHOD path`. */
  readonly met: string[] = [];

  readonly around =
    (handler: ApiHandler): ApiHandler =>
    (request) => {
      const rule = this.#rules.find(({ left, matches }) => left > 0 && matches(request));
      if (rule === undefined) return handler(request);
      rule.left -= 1;
      this.met.push(`${request.method} ${request.path}`);
      return rule.fault === 'hangs' ? silence(request) : Promise.resolve(refusal(rule.fault));
    };

  /** The next `times` requests that match fail so. */
  fail(fault: Fault, matches: (request: ApiRequest) => boolean, times = Number.POSITIVE_INFINITY): void {
    this.#rules.push({ fault, matches, left: times });
  }

  /** From now on it behaves. */
  restore(): void {
    this.#rules.length = 0;
  }
}

function refusal({
  status,
  reason,
  message = `injected: ${reason}`,
  retryAfter,
}: Exclude<Fault, 'hangs'>): ApiResponse {
  const object = {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code: status,
    reason,
    message,
  };
  return {
    kind: 'object',
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    object,
  };
}

function silence({ signal }: ApiRequest): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
}
