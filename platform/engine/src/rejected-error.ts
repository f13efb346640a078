import { TerminalError } from '@kubemin/base';

/** Thrown by a job that was refused, by somebody or by the platform, rather than tried in vain: it ends `rejected`. */
export class RejectedError extends TerminalError {}
