import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';

/** The other end of a connection broke the rules of its protocol; the connection is of no more use. */
export class StreamProtocolError extends TerminalError {
  constructor(message: string, cause?: unknown) {
    super(verbatim(message), { code: 'STREAM_PROTOCOL', cause });
  }
}
