import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';

/** Why a patch was refused: it is malformed, a `test` of it did not hold, or it asks for too much. */
export type PatchErrorCode = 'INVALID_PATCH' | 'PATCH_TEST_FAILED' | 'PATCH_TOO_LARGE';

/** Thrown when a patch does not apply; the document is as it was. */
export class PatchError extends TerminalError {
  override readonly code: PatchErrorCode;

  constructor(message: string, code: PatchErrorCode = 'INVALID_PATCH') {
    super(verbatim(message), { code });
    this.code = code;
  }
}
