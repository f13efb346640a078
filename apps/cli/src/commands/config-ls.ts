import { PREFERENCE_NAMES } from '../client-config/preferences.ts';
import type { CommandContext } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { columnWords } from '../language/words/column.ts';
import { contextWords } from '../language/words/context.ts';
import { printList } from '../output/printer.ts';

/** Lists the preferences, those that are not set as well. */
export async function listPreferences(context: CommandContext): Promise<ExitCode> {
  const { language, preferences } = context;
  await printList(context, {
    items: PREFERENCE_NAMES.map((name) => ({ name, value: preferences[name] ?? null })),
    columns: [
      { title: contextWords[language].preference, cell: ({ name }) => name },
      { title: columnWords[language].value, cell: ({ value }) => value ?? '-' },
    ],
    name: ({ name }) => name,
  });
  return ExitCode.ok;
}
