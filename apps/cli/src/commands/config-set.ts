import { configDirectory } from '../client-config/config-directory.ts';
import { type PreferenceName, readPreferences, writePreferences } from '../client-config/preferences.ts';
import { savedPlatform } from '../client-config/saved-platforms.ts';
import { readParameter } from '../command/define-command.ts';
import { globalOptions } from '../command/global-options.ts';
import type { CommandContext } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { contextWords } from '../language/words/context.ts';

export interface SetPreferenceOptions {
  readonly name: PreferenceName;
  readonly value: string;
}

/** Sets a preference to what the global option of its name takes. */
export async function setPreference(context: CommandContext, options: SetPreferenceOptions): Promise<ExitCode> {
  const { name, value } = options;
  const directory = configDirectory(context);
  const read = readParameter<string | undefined>(globalOptions[name], [value]);
  if (name === 'context') await savedPlatform(directory, value);
  await writePreferences(directory, { ...(await readPreferences(directory)), [name]: read });
  context.terminal.err(`${contextWords[context.language].setTo(name, value)}\n`);
  return ExitCode.ok;
}

/** Takes a preference back. */
export async function unsetPreference(
  context: CommandContext,
  { name }: Pick<SetPreferenceOptions, 'name'>,
): Promise<ExitCode> {
  const directory = configDirectory(context);
  await writePreferences(directory, { ...(await readPreferences(directory)), [name]: undefined });
  context.terminal.err(`${contextWords[context.language].unset(name)}\n`);
  return ExitCode.ok;
}
