import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { contextWords } from '../language/words/context.ts';
import { writeLink } from '../linked-application.ts';

/** Links the current directory to an application. */
export async function link(context: CommandContext, { app }: { readonly app: string }): Promise<ExitCode> {
  const { client } = await connect(context);
  const { name } = await findApplication(client, app);
  // As it was typed: an id stays clear where several applications bear the name.
  await writeLink(context, { app });
  context.terminal.err(`${contextWords[context.language].linked(context.cwd, name)}\n`);
  return ExitCode.ok;
}
