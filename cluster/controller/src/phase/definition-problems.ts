import type { PhaseMachineDefinition } from './phase-definition.ts';
import { componentName, type PhaseHandler } from './phase-handler.ts';
import { FINALISE, PhaseModel, type PhaseRow } from './phase-model.ts';
import type { PhasedObject } from './phased-object.ts';

/** One problem of a definition. */
export interface DefinitionProblem {
  /** The phase, if it concerns only one. */
  readonly phase?: string;
  readonly field: string;
  readonly message: string;
}

/** All problems of a definition: a machine with problems must not be started. */
export function definitionProblems<R extends PhasedObject>(
  definition: PhaseMachineDefinition<R>,
): readonly DefinitionProblem[] {
  const model = new PhaseModel(definition);
  const problems: DefinitionProblem[] = [...wholeProblems(model)];
  for (const [phase, row] of model.rows) {
    const found = row.kind === 'working' ? workingProblems(model, row) : terminalProblems(row);
    problems.push(...found.map((problem) => ({ ...problem, phase })));
  }
  return problems;
}

type Finding = Omit<DefinitionProblem, 'phase'>;

function* wholeProblems<R extends PhasedObject>(model: PhaseModel<R>): Generator<DefinitionProblem> {
  const { definition } = model;
  if (model.isTerminal(model.initialPhase)) {
    yield problem(
      'initialPhase',
      `the initial phase "${model.initialPhase}" is terminal; the machine would do nothing`,
    );
  }
  if (definition.terminalPhases.length === 0)
    yield problem('terminalPhases', 'there must be at least one terminal phase');
  for (const phase of definition.failedPhases) {
    if (!definition.terminalPhases.includes(phase)) {
      yield { phase, ...problem('failedPhases', 'a failed phase must also be in terminalPhases') };
    }
  }
  const reached = reachable(model);
  for (const phase of definition.terminalPhases) {
    if (!reached.has(phase)) {
      yield { phase, ...problem('terminalPhases', `no transition from "${model.initialPhase}" leads here`) };
    }
  }
  for (const phase of definition.pausePhases ?? []) {
    if (phase === model.initialPhase) {
      yield { phase, ...problem('pausePhases', 'the initial phase cannot pause: create the object paused instead') };
    } else if (!model.rows.has(phase) || model.isTerminal(phase)) {
      yield { phase, ...problem('pausePhases', 'only a phase with a handler can pause') };
    }
  }
  for (const phase of Object.keys(definition.policies ?? {})) {
    if (!model.rows.has(phase)) yield { phase, ...problem('policies', 'no such phase') };
  }
  if (definition.finalise !== undefined && model.rows.has(FINALISE)) {
    yield { phase: FINALISE, ...problem('finalise', 'no phase may have this name when there is a finaliser') };
  }
  if (definition.finalise !== undefined) yield* handlerProblems(definition.finalise, 'finalise');
}

function workingProblems<R extends PhasedObject>(model: PhaseModel<R>, row: PhaseRow<R>): readonly Finding[] {
  const found: Finding[] = [];
  if (row.handler === undefined) {
    found.push(problem('handlers', 'has no handler; give it one, or name it in terminalPhases'));
  } else found.push(...handlerProblems(row.handler, 'handlers'));
  for (const [field, target] of [['normalTrans', row.normal] as const, ['errorTrans', row.error] as const]) {
    if (target === undefined) found.push(problem(field, 'has no transition for this phase'));
    else if (!model.isTerminal(target) && model.row(target).handler === undefined) {
      found.push(problem(field, `leads to "${target}", which has no handler and is not terminal`));
    }
  }
  const { maxAttempts, timeoutMs, backoff } = row.policy;
  if (!(maxAttempts >= 1)) found.push(problem('policies', `maxAttempts must be at least 1, not ${maxAttempts}`));
  if (timeoutMs !== undefined && !(timeoutMs > 0)) found.push(problem('policies', 'timeoutMs must be more than 0'));
  if (!(backoff.minMs > 0 && backoff.maxMs >= backoff.minMs)) {
    found.push(problem('policies', 'backoff needs 0 < minMs ≤ maxMs'));
  }
  return found;
}

function terminalProblems<R>(row: PhaseRow<R>): readonly Finding[] {
  const found: Finding[] = [];
  if (row.handler !== undefined) found.push(problem('handlers', 'is terminal, so its handler would never run'));
  if (row.normal !== undefined) found.push(problem('normalTrans', 'is terminal, so nothing may follow it'));
  if (row.error !== undefined) found.push(problem('errorTrans', 'is terminal, so nothing may follow it'));
  return found;
}

/** Problems in a tree of handlers, each with its path. */
function handlerProblems<R>(handler: PhaseHandler<R>, path: string): readonly Finding[] {
  if (handler.kind === 'single') return [];
  if (handler.kind === 'objects') {
    const fits = Number.isInteger(handler.batchSize) && handler.batchSize >= 0;
    return fits ? [] : [problem(path, 'batchSize must be a whole number, 0 for all at once')];
  }
  if (handler.components.length === 0) return [problem(path, 'no component defined')];
  const names = handler.components.map(componentName);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  const found = [...twice].map((name) => problem(path, `two components are called "${name}"; rename one`));
  const inner = handler.components.flatMap((component, index) => handlerProblems(component, `${path}.${names[index]}`));
  return [...found, ...inner];
}

function reachable<R extends PhasedObject>(model: PhaseModel<R>): ReadonlySet<string> {
  const reached = new Set([model.initialPhase]);
  // A set that grows while it is walked is walked to its new end.
  for (const phase of reached) {
    const { normal, error, choices } = model.row(phase);
    for (const target of [normal, error, ...choices]) if (target !== undefined) reached.add(target);
  }
  return reached;
}

function problem(field: string, message: string): Finding {
  return { field, message };
}
