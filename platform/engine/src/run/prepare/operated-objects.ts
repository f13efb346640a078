import type { RenderedObject } from '@kubemin/render';
import type { Operation } from '../../operation.ts';
import { OperationRefusedError } from '../../operation-refused-error.ts';
import { operationProblems } from '../../plan/operation-rules.ts';
import type { Delivered, PrepareContext } from './preparation.ts';

/** Renders what an operation acts on, and throws what stands against it. */
export function operatedObjects(
  { task, dependencies }: PrepareContext,
  operation: Operation,
  delivered: Delivered,
): readonly RenderedObject[] {
  const rendered = dependencies.renderer.render(delivered.document, { appId: task.appId, ...delivered });
  const problems = operationProblems(operation, delivered.document, rendered);
  if (problems.length > 0) throw new OperationRefusedError(operation.kind, problems);
  return rendered;
}
