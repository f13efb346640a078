import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import type { ExitCode } from '../exit-code.ts';
import { findRun, latestRun } from '../find-run.ts';
import { showRun } from '../show-run.ts';

export interface WatchRunOptions {
  readonly target: string;
}

/** Follows a run by its id, or the latest run of an application by its name. */
export async function watchRun(context: CommandContext, options: WatchRunOptions): Promise<ExitCode> {
  const { client } = await connect(context);
  const { taskId } = await findRun(client, options.target, latestRun);
  return showRun(context, client, { taskId });
}
