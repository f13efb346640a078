import { configDirectory } from '../client-config/config-directory.ts';
import { readPreferences, writePreferences } from '../client-config/preferences.ts';
import { forgetPlatform, savedPlatform } from '../client-config/saved-platforms.ts';
import type { CommandContext } from '../command-context.ts';
import { confirm } from '../confirm.ts';
import { ExitCode } from '../exit-code.ts';
import { contextWords } from '../language/words/context.ts';

/** Forgets a saved platform. */
export async function removeContext(context: CommandContext, { name }: { readonly name: string }): Promise<ExitCode> {
  const say = contextWords[context.language];
  const directory = configDirectory(context);
  await savedPlatform(directory, name);
  if (!(await confirm(context, { consequence: say.willForget(name) }))) return ExitCode.failed;
  await forgetPlatform(directory, name);
  const { context: current, ...others } = await readPreferences(directory);
  if (current === name) await writePreferences(directory, others);
  context.terminal.err(`${say.forgotten(name)}\n`);
  return ExitCode.ok;
}
