import { CliError } from '../cli-error.ts';
import { configDirectory } from '../client-config/config-directory.ts';
import { readPreferences, writePreferences } from '../client-config/preferences.ts';
import { savedPlatform } from '../client-config/saved-platforms.ts';
import type { CommandContext } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { commandWords } from '../language/words/command.ts';
import { contextWords } from '../language/words/context.ts';

export interface UseContextOptions {
  readonly name: string | undefined;
  readonly none: boolean;
}

/** Makes a saved platform the one that commands talk to. */
export async function useContext(context: CommandContext, { name, none }: UseContextOptions): Promise<ExitCode> {
  const { terminal, language } = context;
  const say = contextWords[language];
  const directory = configDirectory(context);
  if (name === undefined && !none) {
    throw new CliError(
      inBoth(commandWords, (words) => words.missingArgument('name')),
      {
        code: 'COMMAND_LINE_INVALID',
        exitCode: ExitCode.usage,
        hint: inBoth(commandWords, (words) => words.seeHelp('kubemin context use')),
      },
    );
  }
  if (name !== undefined) await savedPlatform(directory, name);
  await writePreferences(directory, { ...(await readPreferences(directory)), context: name });
  terminal.err(`${name === undefined ? say.noneInUse : say.inUse(name)}\n`);
  return ExitCode.ok;
}
