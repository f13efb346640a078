import type { Clock } from '@kubemin/base';
import type { Middleware } from '../middleware.ts';
import { ProblemError } from '../problem-error.ts';

/** Ends waiting after `ms`: the work below is told by its signal, the caller by a 504. */
export function timeLimit({ clock, ms }: { readonly clock: Clock; readonly ms: number }): Middleware {
  return async (request, next) => {
    const late = new AbortController();
    const { promise, reject } = Promise.withResolvers<never>();
    const cancel = clock.after(ms, () => {
      const message = `no answer within ${ms} ms; what was asked for may still happen, so look before asking again`;
      const error = new ProblemError(message, { status: 504, code: 'REQUEST_TIMEOUT' });
      late.abort(error);
      reject(error);
    });
    try {
      const signal = AbortSignal.any([request.signal, late.signal]);
      return await Promise.race([next({ ...request, signal }), promise]);
    } finally {
      cancel();
    }
  };
}
