import type { CommandContext } from '../command-context.ts';
import { confirm } from '../confirm.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { applicationWords } from '../language/words/application.ts';
import { showStartedRun } from '../show-started-run.ts';

export interface DeleteOptions {
  readonly app: string;
  /** Claims go too, and the data they hold. */
  readonly volumes: boolean;
  /** The application stays defined, and can be deployed again. */
  readonly keepDefinition: boolean;
  readonly wait: boolean;
}

/** Deletes what an application has in the cluster, and the application itself, as a run that is followed. */
export async function deleteApplication(context: CommandContext, options: DeleteOptions): Promise<ExitCode> {
  const { terminal, style, language } = context;
  const say = applicationWords[language];
  const connection = await connect(context);
  const { client } = connection;
  const { id, name, namespace } = await findApplication(client, options.app);
  const consequences = {
    application: options.volumes ? say.willBeDeletedWithData : say.willBeDeleted,
    objects: options.volumes ? say.willBeClearedWithData : say.willBeCleared,
  };
  const consequence = consequences[options.keepDefinition ? 'objects' : 'application'](name, namespace);
  if (!(await confirm(context, { consequence }))) return ExitCode.interrupted;
  const deletion = { keepPvc: !options.volumes };
  const { taskId } = options.keepDefinition
    ? await client.cleanUpApplication(id, { ...deletion, wait: false })
    : await client.deleteApplication(id, deletion);
  terminal.err(`${style.bold(name)} ${say.beingDeleted(taskId)}\n`);
  const address = options.keepDefinition ? {} : { address: '' };
  const exitCode = await showStartedRun(context, connection, { taskId, appId: id, wait: options.wait, ...address });
  if (exitCode === ExitCode.ok && options.wait && !options.volumes) {
    terminal.err(`${say.volumesKept}\n`);
  }
  return exitCode;
}
