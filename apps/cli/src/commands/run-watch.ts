import { type PlatformClient, PlatformError } from '@kubemin/client';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { followRun } from '../follow-run.ts';

export interface WatchRunOptions {
  readonly dataDir?: string;
  readonly target: string;
}

/** Follows a run by its id, or the latest run of an application by its name. */
export async function watchRun(context: CommandContext, options: WatchRunOptions): Promise<ExitCode> {
  const { client } = await connect(context, options.dataDir);
  const { exitCode } = await followRun(context, client, await taskOf(client, options.target));
  return exitCode;
}

async function taskOf(client: PlatformClient, target: string): Promise<string> {
  try {
    return (await client.taskStatus(target)).taskId;
  } catch (error) {
    if (!(error instanceof PlatformError && error.status === 404)) throw error;
  }
  const application = await findApplication(client, target);
  const { tasks } = await client.listTasks(application.id, { limit: 1 });
  const [latest] = tasks;
  if (latest !== undefined) return latest.id;
  throw new CliError(`${application.name} has not been run yet`, {
    code: 'NO_RUN',
    exitCode: ExitCode.notFound,
    hint: 'kubemin deploy FILE stores a document and runs it',
  });
}
