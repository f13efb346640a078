import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { activeRun, findRun } from '../find-run.ts';

export interface CancelRunOptions {
  readonly dataDir?: string;
  readonly target: string;
  readonly reason?: string;
}

/** Cancels a run: nothing more is written to the cluster for it; what it has delivered stays. */
export async function cancelRun(context: CommandContext, options: CancelRunOptions): Promise<ExitCode> {
  const { client } = await connect(context, options.dataDir);
  const { appId, taskId } = await findRun(client, options.target, activeRun);
  const reason = options.reason === undefined ? {} : { reason: options.reason };
  const { status } = await client.cancelWorkflow(appId, { taskId, ...reason });
  context.terminal.err(`run ${taskId} is ${status}\n`);
  return ExitCode.ok;
}
