import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import type { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { applicationWords } from '../language/words/application.ts';
import { meantApplication } from '../linked-application.ts';
import { showStartedRun } from '../show-started-run.ts';
import { talk } from '../talk.ts';

export interface RestartOptions {
  /** The application this directory is linked to when undefined. */
  readonly app: string | undefined;
  /** All that run when empty. */
  readonly components: readonly string[];
  readonly wait: boolean;
}

/** Replaces the pods of components a few at a time, as a run that is followed. */
export async function restart(context: CommandContext, { app, components, wait }: RestartOptions): Promise<ExitCode> {
  const { style, language } = context;
  const say = applicationWords[language];
  const connection = await connect(context);
  const { id, name } = await findApplication(connection.client, await meantApplication(context, app));
  const { taskId, number } = await connection.client.restartApplication(id, { components });
  const what = components.length === 0 ? say.allComponents : components.join(', ');
  talk(context, `${style.bold(name)}: ${say.restarting(what, number)}`);
  return showStartedRun(context, connection, { taskId, number, appId: id, wait });
}
