/**
 * Function workflows: one JSON object goes from node to node. `validateWorkflow` and `readWorkflowSpec` list what is wrong
 * with a workflow, without a cluster; `workflowModules` has the controllers. A run (`WorkflowRun`) is a phase machine
 * whose progress is in its status: it continues after a crash from the last completed nodes. A node is executed at least
 * once; each attempt has an event id that stays the same when it is repeated after a crash.
 */
export { loadRunData } from './run-data.ts';
export {
  type RunError,
  type StepRecord,
  type StoredData,
  type WorkflowRun,
  type WorkflowRunSpec,
  type WorkflowRunStatus,
  workflowRuns,
} from './run-resource.ts';
export {
  isRunnable,
  readWorkflowSpec,
  validateWorkflow,
  type WorkflowProblem,
  type WorkflowSurroundings,
} from './validate-workflow.ts';
export { isEnded, workflowModules } from './workflow-controller.ts';
export {
  COMPARISONS,
  type FunctionWorkflow,
  functionWorkflows,
  type WorkflowNode,
  type WorkflowSpec,
  type WorkflowStatus,
} from './workflow-resource.ts';
