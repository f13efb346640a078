/**
 * The workflow of a document: `parseWorkflow` reads its steps and checks what they refer to, `deriveWorkflow` makes
 * one from the dependencies of the components where a document has none. `readCondition` and `holds` parse and
 * evaluate the `if` of a step; neither throws. A step that cannot be read is reported and left out.
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
