import type { Clock, Logger } from '@kubemin/base';
import type { Middleware } from '../middleware.ts';

/** One line per request. The query is left out, as selectors may name what is nobody's business. */
export function requestLog({ clock, logger }: { readonly clock: Clock; readonly logger: Logger }): Middleware {
  return async (request, next) => {
    const began = clock.monotonic();
    const reply = await next(request);
    const { method, path } = request;
    logger.info('Answered.', { method, path, status: reply.status, ms: Math.round(clock.monotonic() - began) });
    return reply;
  };
}
