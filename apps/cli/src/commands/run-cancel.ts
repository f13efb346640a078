import { runStates } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { activeRun, findRun } from '../find-run.ts';
import { runWords } from '../language/words/run.ts';
import { meantApplication } from '../linked-application.ts';
import { stateWord } from '../state-text.ts';

export interface CancelRunOptions {
  /** The application this directory is linked to when undefined. */
  readonly target: string | undefined;
  readonly reason: string | undefined;
}

/** Cancels a run: nothing more is written to the cluster for it; what it has delivered stays. */
export async function cancelRun(context: CommandContext, options: CancelRunOptions): Promise<ExitCode> {
  const { client } = await connect(context);
  const { appId, taskId } = await findRun(client, await meantApplication(context, options.target), activeRun);
  const reason = options.reason === undefined ? {} : { reason: options.reason };
  const { status } = await client.cancelWorkflow(appId, { taskId, ...reason });
  const { terminal, language } = context;
  terminal.err(`${runWords[language].isNow(taskId, stateWord(runStates[status], language))}\n`);
  return ExitCode.ok;
}
