import type { Logger } from '@kubemin/base';
import type { Middleware } from '../middleware.ts';
import { problemReply } from '../problem.ts';

/** Answers whatever was thrown as a problem document; what is our own fault is logged with its cause. */
export function recovery(logger: Logger): Middleware {
  return async (request, next) => {
    try {
      return await next(request);
    } catch (error) {
      const reply = problemReply(error, request.path);
      const { method, path } = request;
      if (reply.status >= 500) logger.error('A request failed.', { method, path, status: reply.status, error });
      return reply;
    }
  };
}
