import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';

/** What is wrong with a document: it is not JSON, or nested deeper than allowed. */
export type JsonErrorCode = 'INVALID_JSON' | 'JSON_TOO_DEEP';

/** Thrown for text that cannot be read as JSON; has the position. */
export class JsonError extends TerminalError {
  override readonly code: JsonErrorCode;
  /** From 0, in UTF-16 code units. */
  readonly offset: number;

  constructor(why: string, at: { readonly text: string; readonly offset: number; readonly code?: JsonErrorCode }) {
    const code = at.code ?? 'INVALID_JSON';
    super(verbatim(`${why} (${positionText(at.text, at.offset)})`), { code });
    this.code = code;
    this.offset = at.offset;
  }
}

function positionText(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  return `line ${line}, column ${column}`;
}
