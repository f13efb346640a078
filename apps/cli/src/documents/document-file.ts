import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type DocumentText, documentFormat } from '@kubemin/client';
import { type AnyDocument, secretValues } from '@kubemin/model';
import { documentMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode, readInput } from '../terminal/index.ts';

export interface DocumentFile extends DocumentText {
  /** As the user named it. */
  readonly name: string;
}

/** Default names of documents. */
export const DEFAULT_DOCUMENT = 'kubemin.yaml';

const DEFAULT_NAMES = [DEFAULT_DOCUMENT, 'kubemin.yml', 'kubemin.json'];

/** Reads the application document the user named (`-` is what is piped in), or the one in the current directory. */
export async function readDocumentFile(context: CommandContext, file: string | undefined): Promise<DocumentFile> {
  const { name, text } = await readInput(context, file ?? documentHere(context));
  return { name, text, format: detectFormat(name, text) };
}

/** The default name of a document to write: that of the one in the current directory, if there is one. */
export function defaultDocument(context: Pick<CommandContext, 'cwd'>): string {
  return foundHere(context) ?? DEFAULT_DOCUMENT;
}

function foundHere({ cwd }: Pick<CommandContext, 'cwd'>): string | undefined {
  return DEFAULT_NAMES.find((candidate) => existsSync(resolve(cwd, candidate)));
}

/** The name of the document in the current directory. */
export function documentHere(context: Pick<CommandContext, 'cwd'>): string {
  const name = foundHere(context);
  if (name !== undefined) return name;
  throw new CliError(documentMessages.missing({ names: DEFAULT_NAMES.join(', ') }), {
    code: 'DOCUMENT_MISSING',
    exitCode: ExitCode.usage,
    hint: documentMessages.nameOne,
  });
}

/** Input from stdin has no file name to derive the format from. */
function detectFormat(name: string, text: string): DocumentText['format'] {
  if (name !== '-') return documentFormat(name);
  return /^\s*[{[]/.test(text) ? 'json' : 'yaml';
}

/** Who may read the file of a document: its owner alone once it holds secrets; undefined where that is as usual. */
export function documentMode(document: AnyDocument): number | undefined {
  return secretValues(document).size > 0 ? 0o600 : undefined;
}
