import type { DocumentText, Problem } from '@kubemin/client';
import type { AnyDocument, DocumentReader } from '@kubemin/model';
import { Refusal } from '../http/refusal.ts';

/** A document that may be stored, with what is doubtful about it. */
export interface AcceptedDocument {
  readonly document: AnyDocument;
  readonly warnings: readonly Problem[];
}

/** Reads a document, refusing text that cannot be read at all (but not a document that merely breaks rules). */
export function readDocument(
  model: DocumentReader,
  source: DocumentText,
): {
  readonly document: AnyDocument | undefined;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
} {
  const { document, problems } = model.parseText(source.text);
  const errors = problems.filter((problem) => problem.severity === 'error');
  const unreadable = errors.find((problem) => problem.code === 'INVALID_DOCUMENT');
  if (unreadable !== undefined) {
    const { position } = unreadable;
    const where = position === undefined ? '' : ` at line ${position.line}, column ${position.column}`;
    throw new Refusal('BODY_UNREADABLE', `the document cannot be read${where}: ${unreadable.message}`, {
      problems: errors,
    });
  }
  return { document, errors, warnings: problems.filter((problem) => problem.severity === 'warning') };
}

/** Reads a document that must keep every rule. */
export function acceptDocument(model: DocumentReader, source: DocumentText): AcceptedDocument {
  const { document, errors, warnings } = readDocument(model, source);
  if (document === undefined) throw brokenRules(errors);
  return { document, warnings };
}

/** The refusal of a document that breaks rules: all of them are listed. */
export function brokenRules(errors: readonly Problem[]): Refusal {
  const onlyImages = errors.length > 0 && errors.every((problem) => problem.code === 'MISSING_IMAGE');
  const first = errors[0];
  const example = first === undefined ? '' : `: ${first.path === '' ? '' : `${first.path}: `}${first.message}`;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see problems)` : '';
  return new Refusal(onlyImages ? 'IMAGE_MISSING' : 'VALIDATION_FAILED', `the document is not valid${example}${more}`, {
    problems: errors,
  });
}
