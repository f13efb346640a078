import { resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import { configDirectory } from '../client-config/config-directory.ts';
import { readPlatformUrl } from '../client-config/platform-url.ts';
import { readPreferences, writePreferences } from '../client-config/preferences.ts';
import { readSavedPlatforms, type SavedPlatform, savePlatform } from '../client-config/saved-platforms.ts';
import type { CommandContext } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { contextWords } from '../language/words/context.ts';

export interface AddContextOptions {
  readonly name: string;
  readonly url: string | undefined;
  readonly use: boolean;
  readonly force: boolean;
}

/** Saves a platform under a name. */
export async function addContext(context: CommandContext, options: AddContextOptions): Promise<ExitCode> {
  const { terminal, language } = context;
  const { name, use, force } = options;
  const directory = configDirectory(context);
  const platform = platformOf(context, options);
  const taken = (await readSavedPlatforms(directory)).some((each) => each.name === name);
  if (taken && !force) {
    throw new CliError(
      inBoth(contextWords, (say) => say.exists(name)),
      { code: 'CONTEXT_EXISTS', exitCode: ExitCode.conflict, hint: inBoth(contextWords, (say) => say.replaceIt) },
    );
  }
  await savePlatform(directory, platform);
  const say = contextWords[language];
  terminal.err(`${say.saved(name)}\n`);
  if (!use) return ExitCode.ok;
  await writePreferences(directory, { ...(await readPreferences(directory)), context: name });
  terminal.err(`${say.inUse(name)}\n`);
  return ExitCode.ok;
}

function platformOf({ cwd, dataDir }: CommandContext, { name, url }: AddContextOptions): SavedPlatform {
  if (url !== undefined) return { name, kind: 'address', url: readPlatformUrl(url) };
  if (dataDir !== undefined) return { name, kind: 'directory', dataDir: resolve(cwd, dataDir) };
  throw new CliError(
    inBoth(contextWords, (say) => say.nameNeedsPlace),
    { code: 'PLATFORM_MISSING', exitCode: ExitCode.usage, hint: inBoth(contextWords, (say) => say.givePlace) },
  );
}
