import type { Problem } from '@kubemin/client';
import type { Text } from '@kubemin/model';
import { CliError } from './cli-error.ts';
import type { CommandContext } from './command-context.ts';
import { type DocumentFile, readDocumentFile } from './document-file.ts';
import { ExitCode } from './exit-code.ts';
import { inBoth } from './language/catalogue.ts';
import { documentWords } from './language/words/document.ts';
import { platformModel } from './platform-model.ts';

/** A document, and what is wrong or doubtful about it as far as that can be told here. */
export interface CheckedDocument extends DocumentFile {
  /** With line and column. */
  readonly problems: readonly Problem[];
}

/** Reads the application document the user named, or the one in the current directory, and checks it without a platform. */
export async function readCheckedDocument(context: CommandContext, file: string | undefined): Promise<CheckedDocument> {
  const document = await readDocumentFile(context, file);
  const { problems } = platformModel().parseText(document.text, { fileName: document.name });
  return { ...document, problems };
}

/** How many problems keep a document from being delivered. */
export function errorsAmong(problems: readonly Problem[]): number {
  return problems.filter(({ severity }) => severity === 'error').length;
}

/** What the platform finds that was not found here: it knows templates and profiles. */
export function doubtsBeyond(found: readonly Problem[], known: readonly Problem[]): readonly Problem[] {
  const told = new Set(known.map(({ path, code }) => `${path} ${code}`));
  return found.filter(({ path, code }) => !told.has(`${path} ${code}`));
}

/** The document breaks rules, which have been listed. */
export function invalidDocument(words: Text): CliError {
  return new CliError(words, {
    code: 'DOCUMENT_INVALID',
    exitCode: ExitCode.invalid,
    hint: inBoth(documentWords, (say) => say.mendIt),
  });
}
