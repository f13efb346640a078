import type { CommandContext } from '../command-context.ts';
import { confirm } from '../confirm.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { showStartedRun } from '../show-started-run.ts';

export interface DeleteOptions {
  readonly dataDir?: string;
  readonly app: string;
  /** Claims go too, and the data they hold. */
  readonly volumes: boolean;
  /** The application stays defined, and can be deployed again. */
  readonly keepDefinition: boolean;
  readonly yes: boolean;
  readonly wait: boolean;
}

/** Deletes what an application has in the cluster, and the application itself, as a run that is followed. */
export async function deleteApplication(context: CommandContext, options: DeleteOptions): Promise<ExitCode> {
  const { terminal, style } = context;
  const connection = await connect(context, options.dataDir);
  const { client } = connection;
  const { id, name, namespace } = await findApplication(client, options.app);
  const what = options.keepDefinition
    ? `What ${name} has in namespace ${namespace}`
    : `${name} in namespace ${namespace}`;
  const data = options.volumes ? 'with the data of its volumes' : 'without the data of its volumes';
  if (!(await confirm(context, { yes: options.yes, consequence: `${what} will be deleted, ${data}.` }))) {
    return ExitCode.interrupted;
  }
  const deletion = { keepPvc: !options.volumes };
  const { taskId } = options.keepDefinition
    ? await client.cleanUpApplication(id, { ...deletion, wait: false })
    : await client.deleteApplication(id, deletion);
  terminal.err(`${style.bold(name)} is being deleted, run ${taskId}\n`);
  const address = options.keepDefinition ? {} : { address: '' };
  const exitCode = await showStartedRun(context, connection, { taskId, appId: id, wait: options.wait, ...address });
  if (exitCode === ExitCode.ok && options.wait && !options.volumes) {
    terminal.err('volumes are kept; kubectl get pvc shows them\n');
  }
  return exitCode;
}
