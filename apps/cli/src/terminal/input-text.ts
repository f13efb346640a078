import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { documentMessages } from '../messages/index.ts';
import type { CommandContext } from './command-context.ts';
import { CliError, ExitCode, failureReason } from './errors/cli-error.ts';

/** What stands for what is piped in, and for what is printed. */
export const STDIO = '-';

/** A text and where it comes from. */
export interface InputText {
  /** As the user named it. */
  readonly name: string;
  readonly text: string;
}

/** Reads a file the user named, or what is piped in. */
export async function readInput({ cwd, terminal }: CommandContext, name: string): Promise<InputText> {
  if (name === STDIO) return { name, text: (await terminal.piped?.()) ?? '' };
  try {
    return { name, text: await readFile(resolve(cwd, name), 'utf8') };
  } catch (cause) {
    throw new CliError(documentMessages.unreadable({ name, why: failureReason(cause) }), {
      code: 'DOCUMENT_UNREADABLE',
      exitCode: ExitCode.usage,
      hint: documentMessages.checkPath,
      cause,
    });
  }
}
