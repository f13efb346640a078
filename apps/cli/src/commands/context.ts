import { resolve } from 'node:path';
import {
  choosePlatform,
  forgetPlatform,
  readPlatformUrl,
  readSavedPlatforms,
  type SavedPlatform,
  savedPlatform,
  savePlatform,
} from '../connection/index.ts';
import { columnMessages, commandMessages, contextMessages } from '../messages/index.ts';
import {
  CliError,
  type CommandContext,
  configDirectory,
  confirm,
  ExitCode,
  print,
  printList,
  readPreferences,
  writePreferences,
} from '../terminal/index.ts';

interface AddContextOptions {
  readonly name: string;
  readonly url: string | undefined;
  readonly use: boolean;
  readonly force: boolean;
}

/** Saves a platform under a name. */
export async function addContext(context: CommandContext, options: AddContextOptions): Promise<ExitCode> {
  const { terminal, translate } = context;
  const { name, use, force } = options;
  const directory = configDirectory(context);
  const platform = givenPlatform(context, options);
  const taken = (await readSavedPlatforms(directory)).some((each) => each.name === name);
  if (taken && !force) {
    throw new CliError(contextMessages.exists({ name }), {
      code: 'CONTEXT_EXISTS',
      exitCode: ExitCode.conflict,
      hint: contextMessages.replaceIt,
    });
  }
  await savePlatform(directory, platform);
  terminal.err(`${translate(contextMessages.saved({ name }))}\n`);
  if (!use) return ExitCode.ok;
  await writePreferences(directory, { ...(await readPreferences(directory)), context: name });
  terminal.err(`${translate(contextMessages.inUse({ name }))}\n`);
  return ExitCode.ok;
}

function givenPlatform({ cwd, dataDir }: CommandContext, { name, url }: AddContextOptions): SavedPlatform {
  if (url !== undefined) return { name, kind: 'address', url: readPlatformUrl(url) };
  if (dataDir !== undefined) return { name, kind: 'directory', dataDir: resolve(cwd, dataDir) };
  throw new CliError(contextMessages.nameNeedsPlace, {
    code: 'PLATFORM_MISSING',
    exitCode: ExitCode.usage,
    hint: contextMessages.givePlace,
  });
}

/** Lists the saved platforms; their tokens are never shown. */
export async function listContexts(context: CommandContext): Promise<ExitCode> {
  const { translate, preferences } = context;
  const platforms = (await readSavedPlatforms(configDirectory(context))).map((platform) => ({
    name: platform.name,
    current: platform.name === preferences.context,
    where: platformLocation(platform),
    token: platform.kind === 'directory' || platform.token !== undefined,
  }));
  await printList(context, {
    items: platforms,
    columns: [
      { title: translate(columnMessages.name), cell: ({ name }) => name },
      { title: translate(contextMessages.current), cell: ({ current }) => (current ? '*' : '') },
      { title: translate(contextMessages.where), cell: ({ where }) => where },
      {
        title: translate(contextMessages.withToken),
        cell: ({ token }) => (token ? translate(contextMessages.yes) : translate(contextMessages.no)),
      },
    ],
    name: ({ name }) => name,
    empty: translate(contextMessages.noneYet),
  });
  return ExitCode.ok;
}

function platformLocation(platform: SavedPlatform): string {
  return platform.kind === 'address' ? platform.url : platform.dataDir;
}

/** Forgets a saved platform. */
export async function removeContext(context: CommandContext, { name }: { readonly name: string }): Promise<ExitCode> {
  const directory = configDirectory(context);
  await savedPlatform(directory, name);
  if (!(await confirm(context, { consequence: contextMessages.willForget({ name }) }))) return ExitCode.failed;
  await forgetPlatform(directory, name);
  const { context: current, ...others } = await readPreferences(directory);
  if (current === name) await writePreferences(directory, others);
  context.terminal.err(`${context.translate(contextMessages.forgotten({ name }))}\n`);
  return ExitCode.ok;
}

/** Shows the selected platform. */
export async function showContext(context: CommandContext): Promise<ExitCode> {
  const chosen = await choosePlatform(context);
  const where = chosen.kind === 'directory' ? chosen.directory.path : chosen.url;
  const name = chosen.context ?? '-';
  await print(context, {
    data: { ...(chosen.context !== undefined && { context: chosen.context }), kind: chosen.kind, where },
    table: `${name}   ${where}\n`,
    names: [name],
  });
  if (chosen.context === undefined) context.terminal.err(`${context.translate(contextMessages.nothingInUse)}\n`);
  return ExitCode.ok;
}

interface UseContextOptions {
  readonly name: string | undefined;
  readonly none: boolean;
}

/** Makes a saved platform the one that commands talk to. */
export async function useContext(context: CommandContext, { name, none }: UseContextOptions): Promise<ExitCode> {
  const { terminal, translate } = context;
  const directory = configDirectory(context);
  if (name === undefined && !none) {
    throw new CliError(commandMessages.missingArgument({ name: 'name' }), {
      code: 'COMMAND_LINE_INVALID',
      exitCode: ExitCode.usage,
      hint: commandMessages.seeHelp({ command: 'kubemin context use' }),
    });
  }
  if (name !== undefined) await savedPlatform(directory, name);
  await writePreferences(directory, { ...(await readPreferences(directory)), context: name });
  terminal.err(
    `${name === undefined ? translate(contextMessages.noneInUse) : translate(contextMessages.inUse({ name }))}\n`,
  );
  return ExitCode.ok;
}
