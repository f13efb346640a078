import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import type { ExitCode } from '../exit-code.ts';
import { findRun, latestRun } from '../find-run.ts';
import { runWords } from '../language/words/run.ts';
import { showStartedRun } from '../show-started-run.ts';

export interface RetryOptions {
  readonly target: string;
  /** The only job to do again. */
  readonly job: string | undefined;
  readonly wait: boolean;
}

/** Takes up an ended run again: what had succeeded is kept, the rest runs. */
export async function retryRun(context: CommandContext, options: RetryOptions): Promise<ExitCode> {
  const connection = await connect(context);
  const { client } = connection;
  const { taskId: earlier, appId, appName } = await findRun(client, options.target, latestRun);
  const request = options.job === undefined ? {} : { jobId: options.job };
  const { taskId, revision } = await client.retryTask(earlier, request);
  const { terminal, style, language } = context;
  terminal.err(`${runWords[language].again(style.bold(appName), revision, earlier, taskId)}\n`);
  return showStartedRun(context, connection, { taskId, appId, wait: options.wait });
}
