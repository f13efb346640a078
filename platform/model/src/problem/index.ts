/**
 * `Problem`: what is wrong in a document, at which path and position, and how to fix it. Codes are stable.
 */
export { type DocumentPath, formatPath } from './document-path.ts';
export { isSameValue, toJsonValue } from './json-value.ts';
export { componentNotFound } from './missing-component.ts';
export { isPlainObject, type PlainObject } from './plain-object.ts';
export type { Position, Problem, Severity } from './problem.ts';
export { type ProblemCode, problemCodes } from './problem-code.ts';
export { type Finding, ignoredField, ProblemList, type Report, reportBelow, toProblem } from './problem-list.ts';
export { type ProblemText, shortList, suggestion, toMessage } from './problem-text.ts';
export { findRejection, rejectedIssue, rejection } from './rejection.ts';
export { readText, type SourceText } from './source-text.ts';
export { SourceTrace } from './source-trace.ts';
export { describeSyntaxError, maskExcerpt, type SyntaxFault } from './syntax-fault.ts';
