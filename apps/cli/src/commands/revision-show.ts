import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { revisionWords } from '../language/words/revision.ts';
import { print } from '../output/printer.ts';

export interface ShowRevisionOptions {
  readonly app: string;
  readonly revision: number;
}

/** Prints the document of one revision, with secret values masked. */
export async function showRevision(context: CommandContext, options: ShowRevisionOptions): Promise<ExitCode> {
  const { terminal, style, language } = context;
  const say = revisionWords[language];
  const { client } = await connect(context);
  const { id, name } = await findApplication(client, options.app);
  const shown = await client.getRevision(id, String(options.revision));
  const { revision, version, creator, createdAt, current, text } = shown;
  const heading = current ? say.currentHeading : say.heading;
  terminal.err(`${heading(style.bold(name), revision, say.facts(version, creator, createdAt))}\n`);
  const table = text.endsWith('\n') ? text : `${text}\n`;
  await print(context, { data: shown, table, names: [String(revision)] });
  return ExitCode.ok;
}
