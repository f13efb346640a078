import type { DocumentText, ErrorName, Problem } from '@kubemin/client';
import {
  type AnyDocument,
  type DocumentReader,
  formatPath,
  maskExcerpt,
  SECRET_MASK,
  type UnknownFieldPolicy,
  unmaskDocument,
} from '@kubemin/model';
import { applicationMessages } from '../messages/index.ts';
import { ApiError } from './api-error.ts';
import { createProblem, locatedMessage, moreProblems, problemMessage } from './problem.ts';

/** A document as it comes in. */
export interface IncomingDocument extends DocumentText {
  /** Whether fields that no schema has are kept with a warning instead of refused. */
  readonly lenient?: boolean | undefined;
}

/** What becomes of unknown fields of what a caller sends, given the document it replaces. */
export function unknownFieldPolicy(lenient: boolean | undefined, previous?: AnyDocument): UnknownFieldPolicy {
  return { unknownFields: lenient === true ? 'keep' : 'refuse', carried: previous?.extras };
}

/** A document as far as it could be read, with all that is wrong or doubtful about it. */
export interface DocumentReading {
  /** Present exactly when there are no errors. */
  readonly document: AnyDocument | undefined;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** Adds to a problem of the document its place in the text of the author. */
  readonly inSource: (problem: Problem) => Problem;
}

/** A document that may be stored, with what is doubtful about it. */
export interface AcceptedDocument extends Pick<DocumentReading, 'warnings' | 'inSource'> {
  readonly document: AnyDocument;
}

/** Reads a document, refusing text that cannot be read at all (but not a document that merely breaks rules). */
export function readDocument(
  model: Pick<DocumentReader, 'parseText'>,
  source: DocumentText,
  unknown: UnknownFieldPolicy,
): DocumentReading {
  const { document, problems } = model.parseText(source.text, unknown);
  const errors = problems.filter((problem) => problem.severity === 'error');
  const unreadable = errors.find((problem) => problem.code === 'INVALID_DOCUMENT');
  if (unreadable !== undefined) {
    const { position } = unreadable;
    const reason = problemMessage(unreadable);
    const text =
      position === undefined
        ? applicationMessages.documentUnreadable({ reason })
        : applicationMessages.documentUnreadableAt({ line: position.line, column: position.column, reason });
    throw new ApiError('BODY_UNREADABLE', text, {
      problems: errors.map(withoutValues),
    });
  }
  const warnings = problems.filter((problem) => problem.severity === 'warning');
  return { document, errors, warnings, inSource: (problem) => problem };
}

/** Responses are logged and shown to others than the author; the line at fault may hold a secret. */
function withoutValues({ excerpt, ...problem }: Problem): Problem {
  return excerpt === undefined ? problem : { ...problem, excerpt: maskExcerpt(excerpt) };
}

/** Takes a document that must keep every rule. */
export function acceptDocument({ document, errors, warnings, inSource }: DocumentReading): AcceptedDocument {
  if (document === undefined) throw brokenRules(errors);
  return { document, warnings, inSource };
}

/** What a document is refused with where all its errors are of one kind that has a name of its own. */
const SINGLE_REASONS: ReadonlyMap<string, ErrorName> = new Map([
  ['MISSING_IMAGE', 'IMAGE_MISSING'],
  ['TEMPLATE_NOT_FOUND', 'APPLICATION_NOT_FOUND'],
  ['TEMPLATE_NOT_ENABLED', 'TEMPLATE_NOT_ENABLED'],
  ['TEMPLATE_EMPTY', 'TEMPLATE_EMPTY'],
  ['TEMPLATE_TARGET_NOT_FOUND', 'TEMPLATE_TARGET_INVALID'],
  ['TEMPLATE_TYPE_MISMATCH', 'TEMPLATE_TARGET_INVALID'],
]);

/** The error of an invalid document: all its problems are listed. */
export function brokenRules(errors: readonly Problem[]): ApiError {
  const reasons = new Set(errors.map(({ code }) => SINGLE_REASONS.get(code) ?? 'VALIDATION_FAILED'));
  const [reason = 'VALIDATION_FAILED', ...others] = reasons;
  const first = errors[0];
  const text = applicationMessages.documentInvalid({
    problem: first === undefined ? undefined : applicationMessages.detail({ problem: locatedMessage(first) }),
    more: moreProblems(errors),
  });
  return new ApiError(others.length > 0 ? 'VALIDATION_FAILED' : reason, text, { problems: errors });
}

/** The document with masks replaced by the values the previous document holds; masks that hide nothing are problems. */
export function unmaskSecrets(
  document: AnyDocument,
  previous: AnyDocument | undefined,
): { readonly document: AnyDocument; readonly problems: readonly Problem[] } {
  const { document: unmasked, unknown } = unmaskDocument(document, previous);
  return { document: unmasked, problems: unknown.map((path) => unknownMask(formatPath(path))) };
}

function unknownMask(path: string): Problem {
  return createProblem({
    path,
    code: 'MASKED_SECRET_UNKNOWN',
    message: applicationMessages.maskUnknown({ mask: SECRET_MASK }),
    fix: applicationMessages.writeSecret,
  });
}

/** A document that keeps every rule, with what is doubtful about it. */
export interface CheckedDocument {
  readonly document: AnyDocument;
  readonly warnings: readonly Problem[];
}

/** Reads a changed version of a stored document; masks in it stand for the values of that. Refuses broken rules. */
export function checkedDocument(
  model: Pick<DocumentReader, 'parse'>,
  value: unknown,
  { previous, lenient }: { readonly previous: AnyDocument; readonly lenient?: boolean | undefined },
): CheckedDocument {
  const { document, problems } = model.parse(value, unknownFieldPolicy(lenient, previous));
  if (document === undefined) throw brokenRules(problems.filter(({ severity }) => severity === 'error'));
  const unmasked = unmaskSecrets(document, previous);
  if (unmasked.problems.length > 0) throw brokenRules(unmasked.problems);
  return { document: unmasked.document, warnings: problems };
}
