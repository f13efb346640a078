/**
 * Workflow steps: parsed, checked and derived from the components where a document has none.
 */

export {
  type Comparison,
  type Condition,
  type ConditionReference,
  holds,
  refersToFailure,
} from './condition/condition.ts';
export { type ConditionResult, readCondition } from './condition/condition-parser.ts';
export { dependencyCycle, deriveWorkflow } from './derive-workflow.ts';
export { StepSchemas } from './step-schema.ts';
export { parseWorkflow } from './workflow-parser.ts';
