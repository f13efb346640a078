import { type Decision, type PlatformClient, type RunStatus, runStates, type StartedRun } from '@kubemin/client';
import {
  activeOrCancelledRun,
  activeRun,
  connect,
  findRun,
  latestRun,
  resolveApplicationName,
} from '../connection/index.ts';
import { runKindMessages, runMessages } from '../messages/index.ts';
import { showRun, showStartedRun, stateWord } from '../runs/index.ts';
import { CliError, type CommandContext, ExitCode, printMessage, translateSent } from '../terminal/index.ts';

interface CancelRunOptions {
  /** The application this directory is linked to when undefined. */
  readonly target: string | undefined;
  readonly reason: string | undefined;
  /** Whether another run removes what this one created. */
  readonly cleanUp: boolean;
  /** Whether that run is followed. */
  readonly wait: boolean;
}

/** Cancels a run: nothing more is written to the cluster for it. What it has delivered stays, unless it is to be cleaned up. */
export async function cancelRun(context: CommandContext, options: CancelRunOptions): Promise<ExitCode> {
  const { cleanUp, wait } = options;
  const connection = await connect(context);
  const { client } = connection;
  const target = await resolveApplicationName(context, options.target);
  const { appId, taskId } = await findRun(client, target, cleanUp ? activeOrCancelledRun : activeRun);
  const reason = options.reason === undefined ? {} : { reason: options.reason };
  const { number, status, cleanUpTaskId, cleanUpNumber } = await client.cancelWorkflow(appId, {
    taskId,
    cleanUp,
    ...reason,
  });
  const { terminal, translate } = context;
  terminal.err(`${translate(runMessages.isNow({ run: number, state: stateWord(runStates[status], translate) }))}\n`);
  if (cleanUpTaskId === undefined || cleanUpNumber === undefined) return ExitCode.ok;
  return showStartedRun(context, connection, { taskId: cleanUpTaskId, number: cleanUpNumber, appId, wait });
}

interface DecideOptions extends Pick<Decision, 'verdict'> {
  /** The application this directory is linked to when undefined. */
  readonly target: string | undefined;
  readonly job: string | undefined;
  readonly comment: string | undefined;
}

/** Approves or rejects what a run asks. */
export async function decideRun(context: CommandContext, options: DecideOptions): Promise<ExitCode> {
  const { client } = await connect(context);
  const { taskId, number } = await findRun(client, await resolveApplicationName(context, options.target), activeRun);
  const { job } = await client.decideTask(taskId, {
    verdict: options.verdict,
    ...(options.job !== undefined && { jobId: options.job }),
    ...(options.comment !== undefined && { comment: options.comment }),
  });
  const { terminal, translate } = context;
  const { approval, objectName } = job;
  const question =
    approval === undefined ? objectName : translateSent(translate, approval, 'question', approval.question);
  terminal.err(`${translate(runMessages[options.verdict]({ question, run: number }))}\n`);
  return ExitCode.ok;
}

interface RetryOptions {
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
  const earlier = await findRun(client, await resolveApplicationName(context, options.target), latestRun);
  const { taskId, number, revision } =
    options.from === 'start' ? await again(client, earlier, options) : await takeUp(client, earlier, options);
  const { style, translate } = context;
  printMessage(
    context,
    translate(runMessages.again({ app: style.bold(earlier.appName), revision, earlier: earlier.number, run: number })),
  );
  return showStartedRun(context, connection, { taskId, number, appId: earlier.appId, wait: options.wait });
}

function takeUp(client: PlatformClient, { taskId }: RunStatus, { job }: RetryOptions): Promise<StartedRun> {
  return client.retryTask(taskId, job === undefined ? {} : { jobId: job });
}

function again(client: PlatformClient, earlier: RunStatus, { job }: RetryOptions): Promise<StartedRun> {
  const { kind, number, appId, revision, workflowId } = earlier;
  if (kind === 'deploy' && job === undefined) return client.execWorkflow(appId, { revision, workflowId });
  throw new CliError(
    job === undefined ? runMessages.noStart({ run: number, kind: runKindMessages[kind] }) : runMessages.jobOrStart,
    {
      code: 'RETRY_IMPOSSIBLE',
      exitCode: ExitCode.usage,
      hint: runMessages.retryFailed({ run: number }),
    },
  );
}

interface WatchRunOptions {
  /** The application this directory is linked to when undefined. */
  readonly target: string | undefined;
}

/** Follows a run by its id, or the latest run of an application by its name. */
export async function watchRun(context: CommandContext, options: WatchRunOptions): Promise<ExitCode> {
  const { client } = await connect(context);
  const { taskId, number } = await findRun(client, await resolveApplicationName(context, options.target), latestRun);
  return showRun(context, client, { taskId, number });
}
