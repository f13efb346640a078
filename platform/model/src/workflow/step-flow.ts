import { repetitions } from '../field/index.ts';
import { fieldMessages, workflowMessages } from '../messages/index.ts';
import { type DocumentPath, type Report, shortList, suggestion } from '../problem/index.ts';
import { conditionReferences } from './condition/condition.ts';
import { readCondition } from './condition/condition-parser.ts';
import type { ParsedStep } from './step-parser.ts';

/** Outputs by the name of the step that has them. */
type Earlier = ReadonlyMap<string, ReadonlySet<string>>;

const CONDITIONS = ['always', 'succeeded', 'failed'];

/** Checks the values that steps pass on: inputs and conditions may only refer to outputs of an earlier step. */
export function checkStepFlow(steps: readonly ParsedStep[], report: Report): void {
  const earlier = new Map<string, ReadonlySet<string>>();
  for (const step of steps) {
    checkStep(step, earlier, report);
    const parallel = step.head.mode === 'DAG';
    const before = new Map(earlier);
    for (const subStep of step.subSteps) {
      checkStep(subStep, parallel ? before : earlier, report);
      earlier.set(subStep.head.name, subStep.provides);
    }
    earlier.set(step.head.name, step.provides);
  }
}

function checkStep({ head, path }: ParsedStep, earlier: Earlier, report: Report): void {
  for (const list of ['inputs', 'outputs'] as const) {
    for (const { index, key } of repetitions<{ readonly name: string }>(head[list] ?? [], (each) => each.name)) {
      const message = workflowMessages.givenTwice({ name: key });
      report({
        path: [...path, list, index, 'name'],
        code: 'DUPLICATE_STEP_VALUE',
        message,
        fix: fieldMessages.removeOneOfThem,
      });
    }
  }
  for (const [index, { from }] of (head.inputs ?? []).entries()) {
    checkReference(from.split('.'), { path: [...path, 'inputs', index, 'from'], earlier, report });
  }
  const condition = head.if === undefined ? undefined : readCondition(head.if);
  if (condition?.kind !== 'read') return;
  const inputs = new Set((head.inputs ?? []).map((each) => each.name));
  for (const reference of conditionReferences(condition.condition)) {
    checkConditionReference(reference.path, inputs, { path: [...path, 'if'], earlier, report });
  }
}

interface Place {
  readonly path: DocumentPath;
  readonly earlier: Earlier;
  readonly report: Report;
}

function checkConditionReference(parts: readonly string[], inputs: ReadonlySet<string>, place: Place): void {
  const [first = '', ...rest] = parts;
  if (rest.length === 0 && CONDITIONS.includes(first)) return;
  if (first === 'inputs' && inputs.has(rest.join('.'))) return;
  if (first === 'steps') {
    checkReference(parts, place);
    return;
  }
  const text = parts.join('.');
  const candidates = [...CONDITIONS, ...[...inputs].map((name) => `inputs.${name}`)];
  place.report({
    path: place.path,
    code: 'INVALID_CONDITION',
    message: workflowMessages.unknownOperand({ text, hint: suggestion(text, candidates) }),
    fix: workflowMessages.operandFix({ names: shortList(candidates) }),
  });
}

/** `steps.<name>.status` or `steps.<name>.outputs.<output>`. */
function checkReference([, name = '', part = '', output]: readonly string[], { path, earlier, report }: Place): void {
  const outputs = earlier.get(name.toLowerCase());
  if (outputs === undefined) {
    report({
      path,
      code: 'STEP_NOT_FOUND',
      message: workflowMessages.stepNotEarlier({ name, hint: suggestion(name, earlier.keys()) }),
      fix:
        earlier.size === 0
          ? workflowMessages.onlyEarlierSteps
          : fieldMessages.useOneOf({ names: shortList(earlier.keys()) }),
    });
    return;
  }
  if (part === 'status' || (part === 'outputs' && output !== undefined && outputs.has(output))) return;
  report({
    path,
    code: 'STEP_OUTPUT_NOT_FOUND',
    message:
      part === 'outputs'
        ? workflowMessages.outputMissing({ step: name, output: output ?? '' })
        : workflowMessages.fieldMissing({ step: name, field: part }),
    fix:
      outputs.size === 0
        ? workflowMessages.listOutput({ step: name })
        : fieldMessages.useOneOf({ names: shortList(outputs) }),
  });
}
