import { resolve } from 'node:path';
import type { AnyDocument, DocumentReader } from '@kubemin/model';
import { authoringMessages, documentMessages } from '../../messages/index.ts';
import {
  CliError,
  type CommandContext,
  ExitCode,
  failureReason,
  formatProblems,
  replaceFile,
  unwritableFile,
} from '../../terminal/index.ts';
import { type DocumentFile, documentMode, readDocumentFile } from '../document-file.ts';
import { type DocumentEdit, editDocument } from './document-edit.ts';

/** A document file that is about to be changed in place. */
export interface EditedDocument {
  readonly file: DocumentFile;
  readonly edit: DocumentEdit;
  /** As it was. */
  readonly document: AnyDocument;
}

/** Reads a document to be changed. One with problems is refused: they would be blamed on what is added. */
export async function openDocument(
  context: CommandContext,
  named: string | undefined,
  model: DocumentReader,
): Promise<EditedDocument> {
  const { terminal, style, translate } = context;
  const file = await readDocumentFile(context, named);
  const { document, problems } = model.parseText(file.text, { fileName: file.name, unknownFields: 'keep' });
  if (document !== undefined) return { file, edit: startEdit(file), document };
  terminal.alert(formatProblems(problems, { style, translate, fileName: file.name }));
  throw new CliError(authoringMessages.fixFirst({ name: file.name }), {
    code: 'DOCUMENT_INVALID',
    exitCode: ExitCode.invalid,
    hint: authoringMessages.thenAgain,
  });
}

function startEdit({ name, text, format }: DocumentFile): DocumentEdit {
  try {
    return editDocument(text, format);
  } catch (cause) {
    throw new CliError(authoringMessages.notEditable({ name, why: failureReason(cause) }), {
      code: 'DOCUMENT_NOT_EDITABLE',
      exitCode: ExitCode.usage,
      hint: authoringMessages.asYaml,
      cause,
    });
  }
}

/** Writes the document if it is still valid, prints its warnings and the name of the file. */
export async function saveDocument(
  context: CommandContext,
  { file, edit }: EditedDocument,
  { model, done }: { readonly model: DocumentReader; readonly done: string },
): Promise<ExitCode> {
  const { terminal, style, translate, cwd } = context;
  const text = edit.text();
  const { document, problems } = model.parseText(text, { unknownFields: 'keep' });
  if (problems.length > 0) terminal.alert(formatProblems(problems, { style, translate, fileName: file.name }));
  if (document === undefined) {
    terminal.alert(`${style.red('✗')} ${translate(authoringMessages.wouldBreak({ name: file.name }))}\n`);
    return ExitCode.invalid;
  }
  if (file.name === '-') {
    terminal.out(text);
    return ExitCode.ok;
  }
  await replaceFile(resolve(cwd, file.name), text, documentMode(document)).catch((cause) => {
    throw unwritableFile(file.name, cause);
  });
  terminal.err(`${style.green('✓')} ${done}; ${translate(documentMessages.wrote({ name: file.name }))}\n`);
  return ExitCode.ok;
}
