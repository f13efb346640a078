import { KubeminError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';

/** A call that the gateway responds to itself. `type` is stable, as that of an exception of a function. */
export class CallError extends KubeminError {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, message: Message, cause?: unknown) {
    super(message, { code: `FUNCTION_${type.replaceAll(/[^a-zA-Z]+/g, '_').toUpperCase()}`, cause });
    this.status = status;
    this.type = type;
  }
}
