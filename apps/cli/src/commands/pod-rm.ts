import { connect, findApplication } from '../connection/index.ts';
import { inventoryMessages } from '../messages/index.ts';
import { type CommandContext, ExitCode } from '../terminal/index.ts';

interface DeletePodOptions {
  readonly app: string;
  readonly pod: string;
}

/** Deletes a pod of an application, which its workload replaces. */
export async function deletePod(context: CommandContext, options: DeletePodOptions): Promise<ExitCode> {
  const { terminal, translate, style } = context;
  const { client } = await connect(context);
  const { id } = await findApplication(client, options.app);
  const { name } = await client.deletePod(id, options.pod);
  terminal.err(`${translate(inventoryMessages.podDeleted({ pod: style.bold(name) }))}\n`);
  return ExitCode.ok;
}
