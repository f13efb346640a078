import type { Clock, Logger } from '@kubemin/base';
import { cors, type Middleware, noCache, recovery, requestLog, secureHeaders, timeLimit } from '../http/index.ts';

/** Options of the middlewares. */
export interface MiddlewareOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Origins of pages that may send requests; `*` is any. @default none */
  readonly cors?: readonly string[] | undefined;
  /** Whether the API is served over TLS. @default false */
  readonly tls?: boolean | undefined;
  /** @default 10 s */
  readonly timeoutMs?: number | undefined;
}

const DEFAULT_TIMEOUT_MS = 10_000;

/** In order, the first is the outermost: recovery is inside, so that errors carry the headers of the others as well. */
const MIDDLEWARES = {
  logger: ({ clock, logger }: MiddlewareOptions): Middleware => requestLog({ clock, logger }),
  secure: ({ tls = false }: MiddlewareOptions): Middleware => secureHeaders({ tls }),
  nocache: (): Middleware => noCache,
  cors: ({ cors: origins = [] }: MiddlewareOptions): Middleware => cors(origins),
  recovery: ({ logger }: MiddlewareOptions): Middleware => recovery(logger),
  timeout: ({ clock, timeoutMs = DEFAULT_TIMEOUT_MS }: MiddlewareOptions): Middleware =>
    timeLimit({ clock, ms: timeoutMs }),
} as const;

/** The name of a middleware of the extension API. */
export type MiddlewareName = keyof typeof MIDDLEWARES;

/** The chosen middlewares, always in the same order; all of them when none are named. */
export function apiExtMiddlewares(
  options: MiddlewareOptions,
  chosen?: readonly MiddlewareName[],
): readonly Middleware[] {
  return Object.entries(MIDDLEWARES)
    .filter(([name]) => chosen === undefined || chosen.some((each) => each === name))
    .map(([, make]) => make(options));
}
