import type { ComponentReplicas } from '../command/readers/replicas.ts';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import type { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { applicationWords } from '../language/words/application.ts';
import { showStartedRun } from '../show-started-run.ts';
import { talk } from '../talk.ts';

export interface ScaleOptions {
  readonly app: string;
  readonly replicas: readonly ComponentReplicas[];
  readonly wait: boolean;
}

/** Changes how many copies of components run, as a run that is followed. */
export async function scale(context: CommandContext, { app, replicas, wait }: ScaleOptions): Promise<ExitCode> {
  const { style, language } = context;
  const say = applicationWords[language];
  const connection = await connect(context);
  const { id, name } = await findApplication(connection.client, app);
  const { taskId, number, revision } = await connection.client.scaleApplication(id, {
    replicas: Object.fromEntries(replicas),
  });
  const wanted = replicas.map(([component, count]) => say.scaledTo(component, count));
  talk(context, `${style.bold(name)} ${say.scaled(revision, wanted.join(', '), number)}`);
  return showStartedRun(context, connection, { taskId, number, appId: id, wait });
}
