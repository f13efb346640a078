import type { Decision } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { activeRun, findRun } from '../find-run.ts';

export interface DecideOptions extends Pick<Decision, 'verdict'> {
  readonly dataDir?: string;
  readonly target: string;
  readonly job?: string;
  readonly comment?: string;
}

/** Approves or rejects what a run asks. */
export async function decideRun(context: CommandContext, options: DecideOptions): Promise<ExitCode> {
  const { client } = await connect(context, options.dataDir);
  const { taskId } = await findRun(client, options.target, activeRun);
  const { job } = await client.decideTask(taskId, {
    verdict: options.verdict,
    ...(options.job !== undefined && { jobId: options.job }),
    ...(options.comment !== undefined && { comment: options.comment }),
  });
  context.terminal.err(`${options.verdict}: ${job.approval?.question ?? job.objectName} (run ${taskId})\n`);
  return ExitCode.ok;
}
