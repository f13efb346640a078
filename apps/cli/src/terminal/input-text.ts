import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toError } from '@kubemin/base';
import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { documentWords } from '../language/words/document.ts';
import type { CommandContext } from './command-context.ts';

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
    throw new CliError(
      inBoth(documentWords, (say) => say.unreadable(name, toError(cause).message)),
      {
        code: 'DOCUMENT_UNREADABLE',
        exitCode: ExitCode.usage,
        hint: inBoth(documentWords, (say) => say.checkPath),
        cause,
      },
    );
  }
}
