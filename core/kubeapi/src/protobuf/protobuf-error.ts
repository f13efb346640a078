import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';

/**
 * What is wrong with a body: it is not what it should be on the wire, nested deeper than allowed, of a kind that has
 * no built-in type, or holds a number that JSON cannot.
 */
export type ProtobufErrorCode =
  | 'INVALID_PROTOBUF'
  | 'PROTOBUF_TOO_DEEP'
  | 'UNKNOWN_PROTOBUF_KIND'
  | 'INEXACT_PROTOBUF_INTEGER';

/** Thrown for bytes that cannot be read as a Kubernetes object; the message names the field. */
export class ProtobufError extends TerminalError {
  override readonly code: ProtobufErrorCode;
  readonly #why: string;
  readonly #path: readonly string[];

  constructor(why: string, code: ProtobufErrorCode = 'INVALID_PROTOBUF', path: readonly string[] = []) {
    super(verbatim(path.length === 0 ? why : `${path.join('.')}: ${why}`), { code });
    this.code = code;
    this.#why = why;
    this.#path = path;
  }

  /** The same error, seen from one level further out. */
  inside(field: string): ProtobufError {
    return new ProtobufError(this.#why, this.code, [field, ...this.#path]);
  }
}
