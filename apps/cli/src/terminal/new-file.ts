import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { documentMessages } from '../messages/index.ts';
import type { CommandContext } from './command-context.ts';
import { CliError, ExitCode } from './errors/cli-error.ts';
import { STDIO } from './input-text.ts';
import { replaceFile } from './replace-file.ts';
import { unwritableFile } from './unwritable-file.ts';

/** A file a command makes. */
export interface NewFile {
  /** `-` prints it. */
  readonly file: string;
  readonly text: string;
  /** Who may read it. @default who may read the one it replaces, else as usual */
  readonly mode?: number | undefined;
}

/** Rejects an existing file, unless `--yes` is set. */
export function refuseExisting({ cwd, yes }: CommandContext, file: string): void {
  if (yes || file === STDIO || !existsSync(resolve(cwd, file))) return;
  throw new CliError(documentMessages.fileExists({ name: file }), {
    code: 'FILE_EXISTS',
    exitCode: ExitCode.conflict,
    hint: documentMessages.otherFile,
  });
}

/** Writes a file that must not exist yet, and prints its name. */
export async function writeNewFile(context: CommandContext, { file, text, mode }: NewFile): Promise<void> {
  const { terminal, style, translate, cwd } = context;
  refuseExisting(context, file);
  if (file === STDIO) {
    terminal.out(text);
    return;
  }
  await replaceFile(resolve(cwd, file), text, mode).catch((cause) => {
    throw unwritableFile(file, cause);
  });
  terminal.err(`${style.green('✓')} ${translate(documentMessages.wrote({ name: file }))}\n`);
}
