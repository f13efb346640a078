import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';

/** What failed; the agent chooses the reason it reports by this. */
export type RuntimeErrorCode =
  /** The namespaces or the network of a pod could not be made. */
  | 'CREATE_SANDBOX'
  /** The container cannot be prepared: a mount, its user, its directories. */
  | 'CREATE_CONTAINER'
  /** The program of the container cannot be executed. */
  | 'RUN_CONTAINER'
  /** Limits of a container cannot be changed. */
  | 'UPDATE_CONTAINER'
  /** No container or sandbox of this id, or it is not in the state that the call needs. */
  | 'NOT_RUNNING'
  /** A program of this machine that the runtime needs is missing or fails. */
  | 'RUNTIME_BROKEN';

/** A failure of the container runtime, with a message for events and container statuses. */
export class RuntimeError extends TerminalError {
  override readonly code: RuntimeErrorCode;

  constructor(code: RuntimeErrorCode, message: Message, cause?: unknown) {
    super(message, cause === undefined ? { code } : { code, cause });
    this.code = code;
  }
}
