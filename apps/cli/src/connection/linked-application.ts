import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDirectory } from '@kubemin/base/machine';
import { contextMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode, replaceFile, unwritableFile } from '../terminal/index.ts';

/** The application a directory is linked to. */
export interface Link {
  readonly app: string;
}

function linkFile({ cwd }: Pick<CommandContext, 'cwd'>): string {
  return join(cwd, '.kubemin', 'link.json');
}

/** What the current directory is linked to; undefined when it is not, or when that cannot be made sense of. */
export async function readLink(context: Pick<CommandContext, 'cwd'>): Promise<Link | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(linkFile(context), 'utf8'));
    return typeof value === 'object' && value !== null && 'app' in value && typeof value.app === 'string'
      ? { app: value.app }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Links the current directory. */
export async function writeLink(context: Pick<CommandContext, 'cwd'>, link: Link): Promise<void> {
  const file = linkFile(context);
  try {
    await makeDirectory(dirname(file));
    await replaceFile(file, `${JSON.stringify(link, null, 2)}\n`);
  } catch (cause) {
    throw unwritableFile(file, cause);
  }
}

/** Takes the link of the current directory away. */
export async function removeLink(context: Pick<CommandContext, 'cwd'>): Promise<void> {
  await rm(linkFile(context), { force: true });
}

/** The application that is meant: the one that was named, else the one this directory is linked to. */
export async function resolveApplicationName(context: CommandContext, named: string | undefined): Promise<string> {
  const app = named ?? (await readLink(context))?.app;
  if (app !== undefined) return app;
  throw new CliError(contextMessages.appNeeded, {
    code: 'APPLICATION_MISSING',
    exitCode: ExitCode.usage,
    hint: contextMessages.giveApp,
  });
}
