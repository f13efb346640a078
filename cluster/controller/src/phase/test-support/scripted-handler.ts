import { RetryableError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { HandlerResult } from '../handler-result.ts';
import { type SingleHandler, single } from '../phase-handler.ts';
import type { PhaseState } from '../phase-state.ts';
import type { Job } from './phase-bench.ts';

/** A transient error. */
export const busy = (message = 'busy'): RetryableError => new RetryableError(verbatim(message), { code: 'BUSY' });

/** A handler that is done at once. */
export const done = (name: string): SingleHandler<Job> => single<Job>(name, async () => ({ done: true }));

/** A handler that returns one result after the other, then repeats the last; and the state it received each time. */
export function scripted(name: string, ...results: readonly (HandlerResult | Error)[]) {
  const seen: PhaseState[] = [];
  const handler = single<Job>(name, async (_context, _resource, last) => {
    const result = results[Math.min(seen.length, results.length - 1)] ?? { done: true };
    seen.push(last);
    if (result instanceof Error) throw result;
    return result;
  });
  return { handler, seen };
}
