import { join } from 'node:path';
import { toError } from '@kubemin/base';
import type { DocumentReader } from '@kubemin/model';
import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { initWords } from '../language/words/init.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { readStart, startFiles, startFromFile } from './read-start.ts';
import type { FoundStart, Start } from './start.ts';

/** What `--from` says to begin with, told what of it is left behind. */
export async function toldStart(context: CommandContext, from: string, model: DocumentReader): Promise<Start> {
  const { terminal, language, cwd, style } = context;
  try {
    const { start, notCarried } = await readStart(from, cwd, model);
    for (const { path, why } of notCarried) {
      terminal.err(`${style.yellow('!')} ${initWords[language].notCarried(path, why)}\n`);
    }
    return start;
  } catch (cause) {
    throw new CliError(
      inBoth(initWords, (say) => say.startUnreadable(from, toError(cause).message)),
      { code: 'START_UNREADABLE', exitCode: ExitCode.usage, hint: inBoth(initWords, (say) => say.startHint), cause },
    );
  }
}

/** What lies in the directory to begin with. A file that cannot be used is named, and no obstacle. */
export async function foundStart(
  { terminal, language, cwd, style }: CommandContext,
  model: DocumentReader,
): Promise<FoundStart | undefined> {
  const files = startFiles(cwd);
  for (const [index, file] of files.entries()) {
    try {
      const { start } = await startFromFile(join(cwd, file), model);
      return { files: files.slice(index).toSorted().join(', '), start };
    } catch (error) {
      terminal.err(`${style.yellow('!')} ${initWords[language].notUsed(file, toError(error).message)}\n`);
    }
  }
  return undefined;
}
