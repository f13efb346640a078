import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import type { Output } from '../located.ts';

export interface ShowRevisionOptions {
  readonly dataDir?: string;
  readonly app: string;
  readonly revision: number;
  readonly output: Output;
}

/** Prints the document of one revision, with secret values masked. */
export async function showRevision(context: CommandContext, options: ShowRevisionOptions): Promise<ExitCode> {
  const { terminal, style } = context;
  const { client } = await connect(context, options.dataDir);
  const { id, name } = await findApplication(client, options.app);
  const shown = await client.getRevision(id, String(options.revision));
  if (options.output === 'json') {
    terminal.out(`${JSON.stringify(shown, null, 2)}\n`);
    return ExitCode.ok;
  }
  const { revision, version, creator, createdAt, current, text } = shown;
  const which = `${style.bold(name)} revision ${revision}${current ? ' (current)' : ''}`;
  terminal.err(`${which}, version ${version}, by ${creator}, ${createdAt}\n`);
  terminal.out(text.endsWith('\n') ? text : `${text}\n`);
  return ExitCode.ok;
}
