import {
  type Condition,
  durationMs,
  type OnFailure,
  readCondition,
  type StepInput,
  type StepOutput,
  type WorkflowSubStep,
} from '@kubemin/model';
import { planMessages } from '../messages/index.ts';
import { PlanError } from './plan-error.ts';

/** How often and when a job is tried again after any failure. */
export interface StepRetry {
  readonly limit: number;
  readonly backoffMs: number;
  readonly factor: number;
  readonly maxBackoffMs: number;
}

/** How a step is run, as its document states, read once. */
export interface StepFlow {
  readonly condition?: { readonly text: string; readonly parsed: Condition };
  readonly timeoutMs?: number;
  readonly retry?: StepRetry;
  readonly inputs: readonly StepInput[];
  readonly outputs: readonly StepOutput[];
  readonly onFailure?: OnFailure;
}

/** The flow of a step that states none: it runs when everything before it succeeded. */
export const PLAIN_FLOW: StepFlow = { inputs: [], outputs: [] };

/** Reads the parts of a step that decide when and how long it runs. The model has checked them. */
export function stepFlow(step: Partial<WorkflowSubStep>, path: string): StepFlow {
  const { retry, onFailure } = step;
  return {
    ...(step.if !== undefined && { condition: { text: step.if, parsed: parseCondition(step.if, path) } }),
    ...(step.timeout !== undefined && { timeoutMs: durationMs(step.timeout) }),
    ...(retry !== undefined && {
      retry: {
        limit: retry.limit,
        backoffMs: durationMs(retry.backoff),
        factor: retry.factor,
        maxBackoffMs: durationMs(retry.maxBackoff),
      },
    }),
    inputs: step.inputs ?? [],
    outputs: step.outputs ?? [],
    ...(onFailure !== undefined && { onFailure }),
  };
}

function parseCondition(text: string, path: string): Condition {
  const result = readCondition(text);
  if (result.kind === 'read') return result.condition;
  throw new PlanError(`${path}.if`, planMessages.conditionInvalid({ condition: text, reason: result.message }));
}
