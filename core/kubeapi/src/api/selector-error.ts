import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';

/** Thrown for a label or field selector that cannot be read; the message names the selector and the place. */
export class SelectorError extends TerminalError {
  constructor(message: string) {
    super(verbatim(message), { code: 'INVALID_SELECTOR' });
  }
}
