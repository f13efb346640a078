import type { WorkflowStep } from '@kubemin/model';
import { ApiError } from '../../api/index.ts';
import type { ApplicationSnapshot, StoredWorkflow } from '../../applications/index.ts';
import { workflowMessages } from '../../messages/index.ts';

/** An application with the workflows it has at one revision. */
export type WithWorkflows = Pick<ApplicationSnapshot, 'application' | 'document' | 'workflows'>;

/** The workflow an application is delivered by; its steps stand in the document. */
export function ownWorkflow({ application, document, workflows }: WithWorkflows): StoredWorkflow {
  const { workflow_id: id, created_at: createdAt, updated_at: updatedAt } = application;
  const named = workflows.find((workflow) => workflow.id === id);
  return (
    named ?? {
      id,
      name: `${document.name}-workflow`,
      alias: `${document.alias || document.name}-workflow`,
      createdAt,
      updatedAt,
    }
  );
}

/** All workflows of an application, its own first. */
export function storedWorkflows(application: WithWorkflows): readonly StoredWorkflow[] {
  const own = ownWorkflow(application);
  return [own, ...application.workflows.filter(({ id }) => id !== own.id)];
}

/** Whether an application has workflows beside its own. */
export function hasOtherWorkflows({ application, workflows }: WithWorkflows): boolean {
  return workflows.some(({ id }) => id !== application.workflow_id);
}

/** The steps of one of its workflows. Refuses when it has no such workflow. */
export function workflowSteps(application: WithWorkflows, workflowId: string): readonly WorkflowStep[] {
  const { document } = application;
  const workflow = storedWorkflows(application).find(({ id }) => id === workflowId);
  if (workflow === undefined) throw workflowNotFound(document.name, workflowId);
  return workflow.steps ?? document.workflow;
}

/** The id of an application's own workflow, which those of its others begin with. */
export function ownWorkflowId(workflowId: string): string {
  return workflowId.split('-', 1)[0] ?? workflowId;
}

/** The name, with a number after it where another workflow has it. */
export function unusedName(name: string, workflows: readonly StoredWorkflow[], id: string): string {
  const taken = new Set(workflows.filter((other) => other.id !== id).map((other) => other.name.toLowerCase()));
  for (let number = 0; ; number += 1) {
    const candidate = number === 0 ? name : `${name}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** The error for a workflow name that an application does not have. */
export function workflowNotFound(name: string, workflowId: string): ApiError {
  return new ApiError('WORKFLOW_NOT_FOUND', workflowMessages.notFound({ app: name, workflow: workflowId }));
}
