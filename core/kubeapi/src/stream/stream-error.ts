import { TerminalError } from '@kubemin/base';

/** The other end of a connection broke the rules of its protocol; the connection is of no more use. */
export class StreamProtocolError extends TerminalError {
  constructor(message: string, cause?: unknown) {
    super(message, { code: 'STREAM_PROTOCOL', cause });
  }
}
