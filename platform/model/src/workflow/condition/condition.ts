/** Something a condition looks up when it is evaluated: `steps.build.status`, `inputs.tag`, `always`. */
export interface ConditionReference {
  readonly kind: 'reference';
  readonly path: readonly string[];
}

/** When a step runs, parsed. */
export type Condition =
  | ConditionReference
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | { readonly kind: 'not'; readonly operand: Condition }
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Condition; readonly right: Condition };

/** The comparisons a condition may make. */
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** All references of a condition, in the order they are written. */
export function conditionReferences(condition: Condition): readonly ConditionReference[] {
  switch (condition.kind) {
    case 'reference':
      return [condition];
    case 'literal':
      return [];
    case 'not':
      return conditionReferences(condition.operand);
    default:
      return [...conditionReferences(condition.left), ...conditionReferences(condition.right)];
  }
}

/**
 * True when the condition itself asks how earlier steps ended, so that it must be evaluated after a failure too. Any
 * other condition only narrows the rule that a step runs when everything before it succeeded.
 */
export function refersToFailure(condition: Condition): boolean {
  return conditionReferences(condition).some(
    ({ path: [first, , last] }) => first === 'always' || first === 'failed' || (first === 'steps' && last === 'status'),
  );
}

/** Evaluates a condition; `lookUp` gives the value of a reference, undefined when there is none. Never throws. */
export function holds(condition: Condition, lookUp: (path: readonly string[]) => unknown): boolean {
  return isTrue(evaluate(condition, lookUp));
}

function evaluate(condition: Condition, lookUp: (path: readonly string[]) => unknown): unknown {
  switch (condition.kind) {
    case 'literal':
      return condition.value;
    case 'reference':
      return condition.path[0] === 'always' ? true : lookUp(condition.path);
    case 'not':
      return !holds(condition.operand, lookUp);
    case 'and':
      return holds(condition.left, lookUp) && holds(condition.right, lookUp);
    case 'or':
      return holds(condition.left, lookUp) || holds(condition.right, lookUp);
    case 'compare':
      return compare(condition.operator, evaluate(condition.left, lookUp), evaluate(condition.right, lookUp));
  }
}

function isTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '' && value !== 0 && value !== 'false';
}

function compare(operator: Comparison, left: unknown, right: unknown): boolean {
  if (operator === '==') return isSame(left, right);
  if (operator === '!=') return !isSame(left, right);
  const [a, b] = [Number(left ?? Number.NaN), Number(right ?? Number.NaN)];
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
}

// Outputs travel as text, so "3" and 3 mean the same.
function isSame(left: unknown, right: unknown): boolean {
  return left === right || (left !== undefined && right !== undefined && String(left) === String(right));
}
