/**
 * Functions, function workflows and event triggers, for any Kubernetes: custom resources, their controllers, and the
 * gateway that requests go through. Only pods, ConfigMaps, Secrets, ControllerRevisions and Leases of the cluster are used.
 * Large data (code, inputs and outputs) is in the content store, referenced by digest.
 */

export { packArchive, readArchive } from './archive/index.ts';
export {
  CONTENT_KEY,
  type ContentChunk,
  type ContentOptions,
  type ContentRef,
  type ContentStore,
  contentCollectorModule,
  createContentStore,
  isContentDigest,
  listContentChunks,
  MAX_CONTENT_BYTES,
} from './content/index.ts';
export { FunctionControl, type FunctionControlOptions } from './control/index.ts';
export {
  type Gateway,
  type GatewayOptions,
  gatewayMetrics,
  type InvocationRecords,
  serveGateway,
} from './gateway/index.ts';
export { connectDirectly, type DialInstance, type InstanceAddress } from './instances/index.ts';
export { InvocationControl } from './invocations/index.ts';
export {
  EVENT_ID_HEADER,
  type FunctionCall,
  type FunctionInvoker,
  type FunctionResult,
  type HttpInvokerOptions,
  httpInvoker,
} from './invoker/index.ts';
export {
  type FunctionObject,
  type FunctionSpec,
  type FunctionStatus,
  functions,
  type Invocation,
  type InvocationStatus,
  invocations,
} from './resources/index.ts';
export {
  createHookHandler,
  type EventTrigger,
  eventTriggerModule,
  eventTriggers,
  type HookHandler,
  type HookHandlerOptions,
  TRIGGER_LABEL,
  TRIGGER_TYPES,
  type TriggerModuleOptions,
  type TriggerSpec,
  type TriggerStatus,
  type TriggerType,
} from './trigger/index.ts';
export {
  COMPARISONS,
  type FunctionWorkflow,
  functionWorkflows,
  isEnded,
  isRunnable,
  loadRunData,
  type RunError,
  readWorkflowSpec,
  type StepRecord,
  type StoredData,
  validateWorkflow,
  type WorkflowNode,
  type WorkflowProblem,
  type WorkflowRun,
  type WorkflowRunSpec,
  type WorkflowRunStatus,
  type WorkflowSpec,
  type WorkflowStatus,
  type WorkflowSurroundings,
  workflowModules,
  workflowRuns,
} from './workflow/index.ts';
