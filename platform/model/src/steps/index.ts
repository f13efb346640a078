/**
 * The declarations of the built-in workflow steps beside `deploy`: name, schema and wording (`declareStepType`,
 * `builtinStepDeclarations`). The code that executes them is in the engine, in the same order; commands that only
 * check documents load this half alone, so nothing here may import the engine.
 */
export { aiEvalStep } from './ai-eval.ts';
export { approvalStep } from './approval.ts';
export { builtinStepDeclarations } from './builtin.ts';
export { chaosStep } from './chaos.ts';
export { cleanupStep } from './cleanup.ts';
export {
  type DeclaredStepType,
  declareStepType,
  type StepWording,
  stepTypeDeclarations,
} from './declared-step-type.ts';
export { helmStep } from './helm.ts';
export { httpStep } from './http.ts';
export { chunkedCharacters, httpBatchStep, MOST_CHUNKED_CHARACTERS } from './http-batch.ts';
export { notifyStep } from './notify.ts';
export { pauseStep } from './pause.ts';
export { onUnschedulable, podProperties } from './pod-properties.ts';
export { podWording } from './pod-wording.ts';
export { scriptStep, taskStep } from './script.ts';
export { sshStep } from './ssh.ts';
export { waitReadyStep } from './wait-ready.ts';
