import type { Clock } from '@kubemin/base';

/** A signal that must be released after use. */
export interface ReleasableSignal {
  readonly signal: AbortSignal;
  release(): void;
}

/**
 * Aborts with `parent`, or with `reason` at `deadline` (in milliseconds since the epoch). A separate signal, as the
 * parent outlives the run: listeners of handlers must be released with the run.
 */
export function deadlineSignal(
  clock: Clock,
  parent: AbortSignal,
  { deadline, reason }: { readonly deadline: number | undefined; readonly reason: Error },
): ReleasableSignal {
  const own = new AbortController();
  const follow = (): void => own.abort(parent.reason);
  if (parent.aborted) follow();
  else parent.addEventListener('abort', follow, { once: true });
  const cancel =
    deadline === undefined
      ? () => undefined
      : clock.after(Math.max(0, deadline - clock.now()), () => own.abort(reason));
  return {
    signal: own.signal,
    release: () => {
      parent.removeEventListener('abort', follow);
      cancel();
    },
  };
}

/** Aborts `graceMs` after `parent`: for results that should still be written when the process stops. */
export function graceSignal(clock: Clock, parent: AbortSignal, graceMs: number): ReleasableSignal {
  const over = new AbortController();
  let cancel = (): void => undefined;
  const begin = (): void => {
    cancel = clock.after(graceMs, () => over.abort(parent.reason));
  };
  if (parent.aborted) begin();
  else parent.addEventListener('abort', begin, { once: true });
  return {
    signal: over.signal,
    release: () => {
      parent.removeEventListener('abort', begin);
      cancel();
    },
  };
}
