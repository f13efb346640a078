import { TerminalError } from '@kubemin/base';

/** Thrown when a workflow cannot be planned; the document is wrong, the cluster is untouched. */
export class PlanError extends TerminalError {
  /** Where in the document. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(`${path}: ${message}`, { code: 'WORKFLOW_NOT_PLANNABLE' });
    this.path = path;
  }
}
