import { CliError } from '../cli-error.ts';
import { configDirectory } from '../client-config/config-directory.ts';
import { savedPlatform, savePlatform } from '../client-config/saved-platforms.ts';
import type { CommandContext } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { contextWords } from '../language/words/context.ts';

/** Forgets the token of a context; its address stays. */
export async function logout(
  context: CommandContext,
  options: { readonly name: string | undefined },
): Promise<ExitCode> {
  const { terminal, language, preferences } = context;
  const name = options.name ?? context.contextName ?? preferences.context;
  if (name === undefined) {
    throw new CliError(
      inBoth(contextWords, (say) => say.nothingInUse),
      { code: 'CONTEXT_MISSING', exitCode: ExitCode.usage, hint: inBoth(contextWords, (say) => say.nameOne) },
    );
  }
  const directory = configDirectory(context);
  const platform = await savedPlatform(directory, name);
  if (platform.kind === 'directory') {
    throw new CliError(
      inBoth(contextWords, (say) => say.directoryToken(name)),
      { code: 'NO_TOKEN', exitCode: ExitCode.conflict, hint: inBoth(contextWords, (say) => say.removeInstead(name)) },
    );
  }
  const { token, ...rest } = platform;
  await savePlatform(directory, rest);
  const say = contextWords[language];
  terminal.err(`${token === undefined ? say.wasLoggedOut(name) : say.loggedOut(name)}\n`);
  return ExitCode.ok;
}
