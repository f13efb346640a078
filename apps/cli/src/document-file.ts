import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toError } from '@kubemin/base';
import { type DocumentText, documentFormat } from '@kubemin/client';
import { CliError } from './cli-error.ts';
import { ExitCode } from './exit-code.ts';

export interface DocumentFile extends DocumentText {
  /** As the user named it. */
  readonly name: string;
}

const DEFAULT_NAMES = ['kubemin.yaml', 'kubemin.yml', 'kubemin.json'];

/** Reads the application document the user named, or the one that lies in the current directory. */
export async function readDocumentFile(cwd: string, file: string | undefined): Promise<DocumentFile> {
  const name = file ?? DEFAULT_NAMES.find((candidate) => existsSync(resolve(cwd, candidate)));
  if (name === undefined) {
    throw new CliError(`no application document given, and none of ${DEFAULT_NAMES.join(', ')} is here`, {
      code: 'DOCUMENT_MISSING',
      exitCode: ExitCode.usage,
      hint: 'name one: kubemin deploy FILE',
    });
  }
  const path = resolve(cwd, name);
  try {
    return { text: await readFile(path, 'utf8'), format: documentFormat(path), name };
  } catch (cause) {
    throw new CliError(`the document ${name} cannot be read: ${toError(cause).message}`, {
      code: 'DOCUMENT_UNREADABLE',
      exitCode: ExitCode.usage,
      cause,
    });
  }
}
