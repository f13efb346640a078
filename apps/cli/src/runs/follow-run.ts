import { type PlatformClient, runStates, type Task } from '@kubemin/client';
import { runMessages } from '../messages/index.ts';
import { type CommandContext, ExitCode } from '../terminal/index.ts';
import { findJobLog } from './job-log.ts';
import { type Below, createRunDisplay } from './run-display.ts';
import { endReason, failedJobs, failures } from './run-text.ts';
import { applyRunEvent, emptyRunView, type RunView } from './run-view.ts';
import { stateWord } from './state-text.ts';

/** How following a run came to its end. */
export type FollowedRun =
  | { readonly kind: 'ended'; readonly task: Task; readonly exitCode: ExitCode }
  /** The user detached or the wait timed out; the run continues. */
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
  await printFailure(context, client, { view, task, printedErrors: display.printedErrors ?? [] });
  return { kind: 'ended', task, exitCode: ExitCode.failed };
}

/** A run that did not go well, and what is known of it. */
interface FailedRun {
  readonly view: RunView;
  readonly task: Task;
  /** Reasons that were printed while it went on. @default none */
  readonly printedErrors?: readonly string[];
}

const LAST_LINES = 20;

/** Prints how a run ended, which jobs failed with what unless that was printed before, and what their programs wrote last. */
export async function printFailure(
  { terminal, style, translate }: CommandContext,
  client: PlatformClient,
  { view, task, printedErrors = [] }: FailedRun,
): Promise<void> {
  const failed = failedJobs(view);
  const news = failed.filter(({ error }) => error === undefined || !printedErrors.includes(error));
  const reason = failed.length > 0 ? undefined : endReason(task, translate);
  terminal.alert(
    `${style.red(translate(runMessages.ended({ state: stateWord(runStates[task.status], translate) })))}\n`,
  );
  for (const line of [...failures(news, translate), ...(reason === undefined ? [] : [reason])])
    terminal.alert(`  ${line}\n`);
  for (const job of failed) {
    const log = await findJobLog(client, job);
    if (log === undefined) continue;
    const lines = log.text.trimEnd().split('\n').slice(-LAST_LINES);
    terminal.alert(
      `${translate(runMessages.wroteLast({ program: style.bold(job.objectName) }))}\n${lines.map((line) => `  ${line}\n`).join('')}`,
    );
  }
}
