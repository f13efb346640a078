import type { PlatformClient, Task } from '@kubemin/client';
import type { CommandContext } from './command-context.ts';
import { ExitCode } from './exit-code.ts';
import { type Below, createRunDisplay } from './run-display/run-display.ts';
import { applyRunEvent, emptyRunView, type RunView } from './run-view.ts';
import { tellFailure } from './tell-failure.ts';

/** How following a run came to its end. */
export type FollowedRun =
  | { readonly kind: 'ended'; readonly task: Task; readonly exitCode: ExitCode }
  /** Somebody stopped looking, or the time for that was over; the run goes on. */
  | { readonly kind: 'interrupted' | 'timedOut'; readonly task: Task | undefined; readonly exitCode: ExitCode };

/** Which run to follow. */
export interface FollowOptions {
  readonly taskId: string;
  /** What stands below it while it is drawn in place. @default nothing */
  readonly below?: Below;
}

/**
 * Shows a run until it ends, and what went wrong with it. Ctrl-C and `--timeout` stop the showing, never the run.
 */
export async function followRun(
  context: CommandContext,
  client: PlatformClient,
  { taskId, below }: FollowOptions,
): Promise<FollowedRun> {
  const { clock, interrupted, timeoutMs } = context;
  const timeout = new AbortController();
  const cancelTimeout = timeoutMs === undefined ? undefined : clock.after(timeoutMs, () => timeout.abort());
  const display = createRunDisplay(context, below);
  let view: RunView = emptyRunView;
  try {
    for await (const event of client.followRun(taskId, { signal: AbortSignal.any([interrupted, timeout.signal]) })) {
      view = applyRunEvent(view, event);
      display.show(view, event);
    }
  } finally {
    cancelTimeout?.();
    display.close();
  }
  const { task } = view;
  if (interrupted.aborted) return { kind: 'interrupted', task, exitCode: ExitCode.interrupted };
  if (timeout.signal.aborted || task === undefined) {
    return { kind: 'timedOut', task, exitCode: ExitCode.waitTimedOut };
  }
  if (task.status === 'completed') return { kind: 'ended', task, exitCode: ExitCode.ok };
  await tellFailure(context, client, { view, task, said: display.said ?? [] });
  return { kind: 'ended', task, exitCode: ExitCode.failed };
}
