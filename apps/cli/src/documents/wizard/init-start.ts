import { join } from 'node:path';
import type { DocumentReader } from '@kubemin/model';
import { initMessages } from '../../messages/index.ts';
import { CliError, type CommandContext, ExitCode, failureReason, sentMessage } from '../../terminal/index.ts';
import { readStart, startFiles, startFromFile } from './read-start.ts';
import type { FoundStart, Start } from './start.ts';

/** The starting point of `--from`; prints what could not be converted. */
export async function givenStart(context: CommandContext, from: string, model: DocumentReader): Promise<Start> {
  const { terminal, translate, cwd, style } = context;
  try {
    const { start, notCarried } = await readStart(from, cwd, model);
    for (const lost of notCarried) {
      const why = sentMessage(lost, 'why', lost.why);
      terminal.err(`${style.yellow('!')} ${translate(initMessages.notCarried({ what: lost.path, why }))}\n`);
    }
    return start;
  } catch (cause) {
    throw new CliError(initMessages.startUnreadable({ start: from, why: failureReason(cause) }), {
      code: 'START_UNREADABLE',
      exitCode: ExitCode.usage,
      hint: initMessages.startHint,
      cause,
    });
  }
}

/** What lies in the directory to begin with. A file that cannot be used is named, and no obstacle. */
export async function foundStart(
  { terminal, translate, cwd, style }: CommandContext,
  model: DocumentReader,
): Promise<FoundStart | undefined> {
  const files = startFiles(cwd);
  for (const [index, file] of files.entries()) {
    try {
      const { start } = await startFromFile(join(cwd, file), model);
      return { files: files.slice(index).toSorted().join(', '), start };
    } catch (error) {
      terminal.err(`${style.yellow('!')} ${translate(initMessages.notUsed({ file, why: failureReason(error) }))}\n`);
    }
  }
  return undefined;
}
