import type { Decision } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { activeRun, findRun } from '../find-run.ts';
import { runWords } from '../language/words/run.ts';
import { meantApplication } from '../linked-application.ts';

export interface DecideOptions extends Pick<Decision, 'verdict'> {
  /** The application this directory is linked to when undefined. */
  readonly target: string | undefined;
  readonly job: string | undefined;
  readonly comment: string | undefined;
}

/** Approves or rejects what a run asks. */
export async function decideRun(context: CommandContext, options: DecideOptions): Promise<ExitCode> {
  const { client } = await connect(context);
  const { taskId, number } = await findRun(client, await meantApplication(context, options.target), activeRun);
  const { job } = await client.decideTask(taskId, {
    verdict: options.verdict,
    ...(options.job !== undefined && { jobId: options.job }),
    ...(options.comment !== undefined && { comment: options.comment }),
  });
  const { approved, rejected } = runWords[context.language];
  const told = { approved, rejected }[options.verdict];
  context.terminal.err(`${told(job.approval?.question ?? job.objectName, number)}\n`);
  return ExitCode.ok;
}
