import { configDirectory } from '../client-config/config-directory.ts';
import { readSavedPlatforms, type SavedPlatform } from '../client-config/saved-platforms.ts';
import type { CommandContext } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { columnWords } from '../language/words/column.ts';
import { contextWords } from '../language/words/context.ts';
import { printList } from '../output/printer.ts';

/** Lists the saved platforms; their tokens are never shown. */
export async function listContexts(context: CommandContext): Promise<ExitCode> {
  const { language, preferences } = context;
  const say = contextWords[language];
  const platforms = (await readSavedPlatforms(configDirectory(context))).map((platform) => ({
    name: platform.name,
    current: platform.name === preferences.context,
    where: placeOf(platform),
    token: platform.kind === 'directory' || platform.token !== undefined,
  }));
  await printList(context, {
    items: platforms,
    columns: [
      { title: columnWords[language].name, cell: ({ name }) => name },
      { title: say.current, cell: ({ current }) => (current ? '*' : '') },
      { title: say.where, cell: ({ where }) => where },
      { title: say.withToken, cell: ({ token }) => (token ? say.yes : say.no) },
    ],
    name: ({ name }) => name,
    empty: say.noneYet,
  });
  return ExitCode.ok;
}

function placeOf(platform: SavedPlatform): string {
  return platform.kind === 'address' ? platform.url : platform.dataDir;
}
