import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import type { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { showStartedRun } from '../show-started-run.ts';

export interface ScaleOptions {
  readonly dataDir?: string;
  readonly app: string;
  readonly replicas: Readonly<Record<string, number>>;
  readonly wait: boolean;
}

/** Changes how many copies of components run, as a run that is followed. */
export async function scale(
  context: CommandContext,
  { app, replicas, wait, dataDir }: ScaleOptions,
): Promise<ExitCode> {
  const { terminal, style } = context;
  const connection = await connect(context, dataDir);
  const { id, name } = await findApplication(connection.client, app);
  const { taskId, revision } = await connection.client.scaleApplication(id, { replicas });
  const wanted = Object.entries(replicas).map(([component, count]) => `${component} to ${count}`);
  terminal.err(`${style.bold(name)} revision ${revision}: ${wanted.join(', ')}, run ${taskId}\n`);
  return showStartedRun(context, connection, { taskId, appId: id, wait });
}
