import type { Workflow } from '@kubemin/client';
import { maskDocument } from '@kubemin/model';
import type { StoredWorkflow } from '../applications/revision-content.ts';
import { instant } from '../instant.ts';
import type { WithWorkflows } from './application-workflows.ts';

/** A workflow as the contract shows it. */
export function workflowView({ application, document }: WithWorkflows, workflow: StoredWorkflow): Workflow {
  const { namespace, project, description } = document;
  const shown = maskDocument({ ...document, workflow: workflow.steps ?? document.workflow });
  return {
    id: workflow.id,
    name: workflow.name,
    alias: workflow.alias,
    namespace,
    project,
    description,
    own: workflow.id === application.workflow_id,
    workflowType: 'workflow',
    status: 'created',
    disabled: false,
    steps: shown.workflow.map((step) => ({ ...step })),
    createTime: instant(workflow.createdAt),
    updateTime: instant(workflow.updatedAt),
  };
}
