import { globalOptions, readParameter } from '../command/index.ts';
import { savedPlatform } from '../connection/index.ts';
import { columnMessages, contextMessages } from '../messages/index.ts';
import {
  type CommandContext,
  configDirectory,
  ExitCode,
  PREFERENCE_NAMES,
  type PreferenceName,
  print,
  printList,
  readPreferences,
  writePreferences,
} from '../terminal/index.ts';

/** Prints a preference; nothing where it is not set. */
export async function getPreference(
  context: CommandContext,
  { name }: { readonly name: PreferenceName },
): Promise<ExitCode> {
  const { terminal, translate, preferences } = context;
  const value = preferences[name];
  if (value === undefined) terminal.err(`${translate(contextMessages.notSet)}\n`);
  const text = value === undefined ? '' : `${value}\n`;
  await print(context, { data: value ?? null, table: text, names: value === undefined ? [] : [value] });
  return ExitCode.ok;
}

/** Lists the preferences, those that are not set as well. */
export async function listPreferences(context: CommandContext): Promise<ExitCode> {
  const { translate, preferences } = context;
  await printList(context, {
    items: PREFERENCE_NAMES.map((name) => ({ name, value: preferences[name] ?? null })),
    columns: [
      { title: translate(contextMessages.preference), cell: ({ name }) => name },
      { title: translate(columnMessages.value), cell: ({ value }) => value ?? '-' },
    ],
    name: ({ name }) => name,
  });
  return ExitCode.ok;
}

interface SetPreferenceOptions {
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
  context.terminal.err(`${context.translate(contextMessages.setTo({ name, value }))}\n`);
  return ExitCode.ok;
}

/** Takes a preference back. */
export async function unsetPreference(
  context: CommandContext,
  { name }: Pick<SetPreferenceOptions, 'name'>,
): Promise<ExitCode> {
  const directory = configDirectory(context);
  await writePreferences(directory, { ...(await readPreferences(directory)), [name]: undefined });
  context.terminal.err(`${context.translate(contextMessages.unset({ name }))}\n`);
  return ExitCode.ok;
}
