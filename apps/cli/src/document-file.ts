import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toError } from '@kubemin/base';
import { type DocumentText, documentFormat } from '@kubemin/client';
import { CliError } from './cli-error.ts';
import { ExitCode } from './exit-code.ts';
import { inBoth } from './language/catalogue.ts';
import { documentWords } from './language/words/document.ts';

export interface DocumentFile extends DocumentText {
  /** As the user named it. */
  readonly name: string;
}

const DEFAULT_NAMES = ['kubemin.yaml', 'kubemin.yml', 'kubemin.json'];

/** Reads the application document the user named, or the one that lies in the current directory. */
export async function readDocumentFile(cwd: string, file: string | undefined): Promise<DocumentFile> {
  const name = file ?? DEFAULT_NAMES.find((candidate) => existsSync(resolve(cwd, candidate)));
  if (name === undefined) {
    throw new CliError(
      inBoth(documentWords, (say) => say.missing(DEFAULT_NAMES.join(', '))),
      {
        code: 'DOCUMENT_MISSING',
        exitCode: ExitCode.usage,
        hint: inBoth(documentWords, (say) => say.nameOne),
      },
    );
  }
  const path = resolve(cwd, name);
  try {
    return { text: await readFile(path, 'utf8'), format: documentFormat(path), name };
  } catch (cause) {
    throw new CliError(
      inBoth(documentWords, (say) => say.unreadable(name, toError(cause).message)),
      {
        code: 'DOCUMENT_UNREADABLE',
        exitCode: ExitCode.usage,
        hint: inBoth(documentWords, (say) => say.nameReadable),
        cause,
      },
    );
  }
}
