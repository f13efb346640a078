import type { PreferenceName } from '../client-config/preferences.ts';
import type { CommandContext } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { contextWords } from '../language/words/context.ts';
import { print } from '../output/printer.ts';

/** Prints a preference; nothing where it is not set. */
export async function getPreference(
  context: CommandContext,
  { name }: { readonly name: PreferenceName },
): Promise<ExitCode> {
  const { terminal, language, preferences } = context;
  const value = preferences[name];
  if (value === undefined) terminal.err(`${contextWords[language].notSet}\n`);
  const text = value === undefined ? '' : `${value}\n`;
  await print(context, { data: value ?? null, table: text, names: value === undefined ? [] : [value] });
  return ExitCode.ok;
}
