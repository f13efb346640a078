/**
 * The built-in types of workflow steps: their schemas and the labels of their fields. What they do is in the
 * engine.
 */
export { aiEvalStep } from './ai-eval.ts';
export { approvalStep } from './approval.ts';
export { builtinStepDeclarations } from './builtin.ts';
export { cleanupStep } from './cleanup.ts';
export {
  type DeclaredStepType,
  declareStepType,
  type StepWording,
  stepTypeDeclarations,
} from './declared-step-type.ts';
export { httpStep } from './http.ts';
export { notifyStep } from './notify.ts';
export { pauseStep } from './pause.ts';
export { onUnschedulable, podProperties } from './pod-properties.ts';
export { podWording } from './pod-wording.ts';
export { scriptStep, taskStep } from './script.ts';
export { waitReadyStep } from './wait-ready.ts';
