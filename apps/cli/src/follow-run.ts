import { type PlatformClient, type RunEvent, runStates, type Task } from '@kubemin/client';
import type { CommandContext } from './command-context.ts';
import { ExitCode } from './exit-code.ts';
import { runWords } from './language/words/run.ts';
import { LiveRegion } from './live-region.ts';
import { failures, runTree, transitionLine } from './run-text.ts';
import { applyRunEvent, emptyRunView } from './run-view.ts';
import { stateWord } from './state-text.ts';

export interface FollowedRun {
  /** Undefined when following was interrupted before the run ended. */
  readonly task: Task | undefined;
  readonly exitCode: ExitCode;
}

const REDRAW_MS = 200;

/**
 * Shows a run until it ends: a tree drawn in place on a terminal, one line per transition elsewhere. Ctrl-C stops the
 * showing, never the run.
 */
export async function followRun(context: CommandContext, client: PlatformClient, taskId: string): Promise<FollowedRun> {
  const { terminal, style, language, clock, interrupted } = context;
  const region = new LiveRegion(terminal);
  let view = emptyRunView;
  const draw = (): void => region.draw(runTree(view, { style, language, now: clock.now() }));
  const stopDrawing = terminal.interactive ? every(context, REDRAW_MS, draw) : () => undefined;
  try {
    for await (const event of client.followRun(taskId, { signal: interrupted })) {
      view = applyRunEvent(view, event);
      if (terminal.interactive) draw();
      else if (worthALine(event)) terminal.err(`${transitionLine(event, { style, language })}\n`);
    }
  } finally {
    stopDrawing();
  }
  const { task } = view;
  if (interrupted.aborted || task === undefined) return { task: undefined, exitCode: ExitCode.interrupted };
  if (task.status === 'completed') return { task, exitCode: ExitCode.ok };
  const failed = failures(view, language);
  const why = failed.length > 0 ? failed : [task.error ?? task.cancelReason].filter((words) => words !== undefined);
  terminal.alert(
    `${style.red(runWords[language].ended(stateWord(runStates[task.status], language)))}\n${why.map((line) => `  ${line}\n`).join('')}`,
  );
  return { task, exitCode: ExitCode.failed };
}

/** Follows a run for a command that may be left while the run goes on, and says how to come back. */
export async function showRun(context: CommandContext, client: PlatformClient, taskId: string): Promise<ExitCode> {
  const { terminal, language } = context;
  const say = runWords[language];
  const { exitCode, task } = await followRun(context, client, taskId);
  if (task !== undefined && exitCode === ExitCode.failed) {
    terminal.err(`${say.retryWith(taskId)}\n`);
  }
  if (exitCode === ExitCode.interrupted) {
    terminal.err(`${say.goesOn(taskId)}\n`);
  }
  return exitCode;
}

/** The plan as a whole and starts without words would drown what people look for in a log. */
function worthALine(event: RunEvent): boolean {
  return (
    event.kind === 'task' ||
    (event.job.status !== 'queued' && (event.job.status !== 'running' || event.job.message !== undefined))
  );
}

function every(context: CommandContext, ms: number, action: () => void): () => void {
  let cancel = context.clock.after(ms, again);
  function again(): void {
    action();
    cancel = context.clock.after(ms, again);
  }
  return () => cancel();
}
