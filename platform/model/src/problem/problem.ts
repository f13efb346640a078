import type { Texts } from '@kubemin/base/message';
import type { ProblemCode } from './problem-code.ts';

/** An error keeps the document from being used; a warning does not. */
export type Severity = 'error' | 'warning';

/** A place in the text a document was parsed from; both numbers start at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One thing that is wrong with a document, or worth knowing about it. */
export interface Problem {
  /** Where, in canonical spelling: `component[0].traits.storage[1].mountPath`; '' for the document as a whole. */
  readonly path: string;
  readonly code: ProblemCode;
  readonly message: string;
  readonly fix?: string;
  readonly severity: Severity;
  readonly position?: Position;
  /** Of a text that cannot be read: the line, and a caret below the place. */
  readonly excerpt?: string;
  /** Codes and parameters of `message` and `fix`, for readers of other languages; absent for texts of third parties. */
  readonly texts?: Texts;
}
