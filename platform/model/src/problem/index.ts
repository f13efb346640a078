/**
 * `Problem`: what is wrong in a document, at which path and position, and how to fix it. Codes (`problemCodes`) are
 * stable: programs match on them. Rules report a `Finding` and never stop at the first; `ProblemList` collects them,
 * with errors never displaced by warnings. `readText` reads JSON or YAML without throwing, and `SourceTrace` maps
 * canonical paths to the spelling of the author. Descriptions of syntax errors never repeat a value.
 */
export { type DocumentPath, formatPath } from './document-path.ts';
export { isSameValue, type PlainObject, toJsonValue } from './json-value.ts';
export type { Position, Problem, Severity } from './problem.ts';
export { type ProblemCode, problemCodes } from './problem-code.ts';
export { type Finding, ignoredField, ProblemList, type Report, reportBelow, toProblem } from './problem-list.ts';
export { componentNotFound, type ProblemText, shortList, suggestion, toMessage } from './problem-text.ts';
export { findRejection, rejectedIssue, rejection } from './rejection.ts';
export { readText, readYamlDocuments, type SourceText, SourceTrace } from './source-text.ts';
export { describeSyntaxError, maskExcerpt, type SyntaxFault } from './syntax-fault.ts';
