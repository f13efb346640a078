import type { CommandContext } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { contextWords } from '../language/words/context.ts';
import { readLink, removeLink } from '../linked-application.ts';

/** Takes the link of the current directory away. */
export async function unlink(context: CommandContext): Promise<ExitCode> {
  const { terminal, language, cwd } = context;
  const say = contextWords[language];
  const link = await readLink(context);
  await removeLink(context);
  terminal.err(`${link === undefined ? say.notLinked(cwd) : say.unlinked(cwd)}\n`);
  return ExitCode.ok;
}
