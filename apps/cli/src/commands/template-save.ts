import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { documentWords } from '../language/words/document.ts';

export interface SaveTemplateOptions {
  readonly app: string;
}

/** Makes an application a template, as a new revision; it stays an application like any other. */
export async function saveTemplate(context: CommandContext, { app }: SaveTemplateOptions): Promise<ExitCode> {
  const { terminal, style, language } = context;
  const { client } = await connect(context);
  const { id, name } = await findApplication(client, app);
  await client.patchApplication(id, { tmpEnable: true });
  terminal.err(`${style.green('✓')} ${documentWords[language].isTemplate(name)}\n`);
  terminal.out(`${name}\n`);
  return ExitCode.ok;
}
