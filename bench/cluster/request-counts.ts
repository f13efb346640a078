import type { ApiHandler, ApiRequest } from '@kubemin/kubeapi';

/** Counts what is asked of an API server, by verb and resource. */
export class RequestCounts {
  readonly #counts = new Map<string, number>();

  /** The handler, counted. */
  around(handler: ApiHandler): ApiHandler {
    return (request) => {
      const kind = requestKind(request);
      this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
      return handler(request);
    };
  }

  /** What was asked since the last time, and forgets it. */
  take(): Readonly<Record<string, number>> {
    const taken = Object.fromEntries(this.#counts);
    this.#counts.clear();
    return taken;
  }
}

function requestKind({ method, path, query }: ApiRequest): string {
  const parts = path.split('/').slice(path.startsWith('/api/') ? 3 : 4);
  const [resource = '', name, subresource] = parts[0] === 'namespaces' && parts.length > 2 ? parts.slice(2) : parts;
  const what = subresource === undefined ? resource : `${resource}/${subresource}`;
  if (method !== 'GET') return `${method} ${what}`;
  if (query.has('watch')) return `WATCH ${what}`;
  return name === undefined ? `LIST ${what}` : `GET ${what}`;
}

/** How many of these requests change something. */
export function writesIn(requests: Readonly<Record<string, number>>): number {
  return sumCounts(requests, (kind) => !/^(GET|LIST|WATCH) /.test(kind));
}

/** How many of these requests read a collection whole: an informer that lost its watch does. */
export function listsIn(requests: Readonly<Record<string, number>>): number {
  return sumCounts(requests, (kind) => kind.startsWith('LIST '));
}

function sumCounts(requests: Readonly<Record<string, number>>, counts: (kind: string) => boolean): number {
  return Object.entries(requests).reduce((sum, [kind, count]) => sum + (counts(kind) ? count : 0), 0);
}
