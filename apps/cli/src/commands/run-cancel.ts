import { runStates } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { activeOrCancelledRun, activeRun, findRun } from '../find-run.ts';
import { runWords } from '../language/words/run.ts';
import { meantApplication } from '../linked-application.ts';
import { showStartedRun } from '../show-started-run.ts';
import { stateWord } from '../state-text.ts';

export interface CancelRunOptions {
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
  const target = await meantApplication(context, options.target);
  const { appId, taskId } = await findRun(client, target, cleanUp ? activeOrCancelledRun : activeRun);
  const reason = options.reason === undefined ? {} : { reason: options.reason };
  const { number, status, cleanUpTaskId, cleanUpNumber } = await client.cancelWorkflow(appId, {
    taskId,
    cleanUp,
    ...reason,
  });
  const { terminal, language } = context;
  terminal.err(`${runWords[language].isNow(number, stateWord(runStates[status], language))}\n`);
  if (cleanUpTaskId === undefined || cleanUpNumber === undefined) return ExitCode.ok;
  return showStartedRun(context, connection, { taskId: cleanUpTaskId, number: cleanUpNumber, appId, wait });
}
