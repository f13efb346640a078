import { TerminalError } from '@kubemin/base';
import type { OperationKind } from './operation.ts';

/** Why an operation cannot be done to one component. */
export interface OperationProblem {
  /** '' for the application as a whole. */
  readonly component: string;
  readonly code: 'COMPONENT_NOT_FOUND' | 'AUTOSCALED' | 'NOT_SCALABLE' | 'NOT_RESTARTABLE';
  readonly message: string;
  readonly fix: string;
}

/** An operation that cannot be done to what there is. */
export class OperationRefusedError extends TerminalError {
  readonly problems: readonly OperationProblem[];

  constructor(kind: OperationKind, problems: readonly OperationProblem[]) {
    const words = problems.map(({ message, fix }) => `${message} ${fix}`).join(' ');
    super(`the application cannot be asked to ${kind}: ${words}`, { code: 'OPERATION_REFUSED' });
    this.problems = problems;
  }
}
