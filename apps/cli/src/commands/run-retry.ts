import type { PlatformClient, RunStatus, StartedRun, TaskKind } from '@kubemin/client';
import type { Text } from '@kubemin/model';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { findRun, latestRun } from '../find-run.ts';
import { inBoth } from '../language/catalogue.ts';
import { runWords } from '../language/words/run.ts';
import { runKindWords } from '../language/words/run-kind.ts';
import { meantApplication } from '../linked-application.ts';
import { showStartedRun } from '../show-started-run.ts';
import { talk } from '../talk.ts';

export interface RetryOptions {
  /** The application this directory is linked to when undefined. */
  readonly target: string | undefined;
  /** `failed`: what had succeeded is kept. `start`: nothing is. */
  readonly from: 'failed' | 'start' | undefined;
  /** The only job to do again. */
  readonly job: string | undefined;
  readonly wait: boolean;
}

/** Takes up an ended run again, or runs the same once more from its start. */
export async function retryRun(context: CommandContext, options: RetryOptions): Promise<ExitCode> {
  const connection = await connect(context);
  const { client } = connection;
  const earlier = await findRun(client, await meantApplication(context, options.target), latestRun);
  const { taskId, number, revision } =
    options.from === 'start' ? await again(client, earlier, options) : await takeUp(client, earlier, options);
  const { style, language } = context;
  talk(context, runWords[language].again(style.bold(earlier.appName), revision, earlier.number, number));
  return showStartedRun(context, connection, { taskId, number, appId: earlier.appId, wait: options.wait });
}

function takeUp(client: PlatformClient, { taskId }: RunStatus, { job }: RetryOptions): Promise<StartedRun> {
  return client.retryTask(taskId, job === undefined ? {} : { jobId: job });
}

function again(client: PlatformClient, earlier: RunStatus, { job }: RetryOptions): Promise<StartedRun> {
  const { kind, number, appId, revision, workflowId } = earlier;
  if (kind === 'deploy' && job === undefined) return client.execWorkflow(appId, { revision, workflowId });
  throw new CliError(job === undefined ? noStart(number, kind) : inBoth(runWords, (say) => say.jobOrStart), {
    code: 'RETRY_IMPOSSIBLE',
    exitCode: ExitCode.usage,
    hint: inBoth(runWords, (say) => say.retryFailed(number)),
  });
}

function noStart(run: number, kind: TaskKind): Text {
  return {
    en: runWords.en.noStart(run, runKindWords.en[kind]),
    zh: runWords.zh.noStart(run, runKindWords.zh[kind]),
  };
}
