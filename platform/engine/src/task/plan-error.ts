import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { planMessages } from '../messages/index.ts';

/** Thrown when a workflow cannot be planned; the document is wrong, the cluster is untouched. */
export class PlanError extends TerminalError {
  /** Where in the document. */
  readonly path: string;

  constructor(path: string, problem: Message) {
    super(planMessages.at({ path, problem }), { code: 'WORKFLOW_NOT_PLANNABLE' });
    this.path = path;
  }
}
