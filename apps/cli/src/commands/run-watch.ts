import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import type { ExitCode } from '../exit-code.ts';
import { findRun, latestRun } from '../find-run.ts';
import { meantApplication } from '../linked-application.ts';
import { showRun } from '../show-run.ts';

export interface WatchRunOptions {
  /** The application this directory is linked to when undefined. */
  readonly target: string | undefined;
}

/** Follows a run by its id, or the latest run of an application by its name. */
export async function watchRun(context: CommandContext, options: WatchRunOptions): Promise<ExitCode> {
  const { client } = await connect(context);
  const { taskId, number } = await findRun(client, await meantApplication(context, options.target), latestRun);
  return showRun(context, client, { taskId, number });
}
