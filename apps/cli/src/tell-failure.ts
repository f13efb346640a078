import { type PlatformClient, runStates, type Task } from '@kubemin/client';
import type { CommandContext } from './command-context.ts';
import { findJobLog } from './job-log.ts';
import { runWords } from './language/words/run.ts';
import { failedJobs, failures } from './run-text.ts';
import type { RunView } from './run-view.ts';
import { stateWord } from './state-text.ts';

/** A run that did not go well, and what is known of it. */
export interface FailedRun {
  readonly view: RunView;
  readonly task: Task;
  /** Reasons that were printed while it went on. @default none */
  readonly said?: readonly string[];
}

const LAST_LINES = 20;

/** Prints how a run ended, which jobs failed with what unless that was printed before, and what their programs wrote last. */
export async function tellFailure(
  { terminal, style, language }: CommandContext,
  client: PlatformClient,
  { view, task, said = [] }: FailedRun,
): Promise<void> {
  const say = runWords[language];
  const failed = failedJobs(view);
  const news = failed.filter(({ error }) => error === undefined || !said.includes(error));
  const reason = failed.length > 0 ? undefined : (task.error ?? task.cancelReason);
  terminal.alert(`${style.red(say.ended(stateWord(runStates[task.status], language)))}\n`);
  for (const line of [...failures(news, language), ...(reason === undefined ? [] : [reason])])
    terminal.alert(`  ${line}\n`);
  for (const job of failed) {
    const log = await findJobLog(client, job);
    if (log === undefined) continue;
    const lines = log.text.trimEnd().split('\n').slice(-LAST_LINES);
    terminal.alert(`${say.wroteLast(style.bold(job.objectName))}\n${lines.map((line) => `  ${line}\n`).join('')}`);
  }
}
