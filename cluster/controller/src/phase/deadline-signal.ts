import type { Clock } from '@kubemin/base';

/** A signal that someone must let go of. */
export interface OwnedSignal {
  readonly signal: AbortSignal;
  release(): void;
}

/** Aborts with `parent`, or with `reason` at `deadline` (in milliseconds since the epoch). */
export function deadlineSignal(
  clock: Clock,
  parent: AbortSignal,
  { deadline, reason }: { readonly deadline: number | undefined; readonly reason: Error },
): OwnedSignal {
  if (deadline === undefined) return { signal: parent, release: () => undefined };
  const late = new AbortController();
  const cancel = clock.after(Math.max(0, deadline - clock.now()), () => late.abort(reason));
  return { signal: AbortSignal.any([parent, late.signal]), release: cancel };
}

/** Aborts `graceMs` after `parent` did: for what should still be written when the process stops. */
export function graceSignal(clock: Clock, parent: AbortSignal, graceMs: number): OwnedSignal {
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
