import { ProgrammingError } from '@kubemin/base';
import type { ReconcileResult } from '../reconcile/index.ts';
import { type DefinitionProblem, definitionProblems } from './definition-problems.ts';
import type { HandlerTools } from './handler-context.ts';
import { toMermaidDiagram } from './mermaid.ts';
import type { PhaseMachineDefinition } from './phase-definition.ts';
import { type PhaseDetail, phaseDetail } from './phase-detail.ts';
import { type PhaseGraph, toPhaseGraph } from './phase-graph.ts';
import { PhaseModel } from './phase-model.ts';
import { pauseObject, resumeObject } from './phase-pause.ts';
import { resetObject } from './phase-reset.ts';
import { needsReconcile } from './phase-step.ts';
import { PhaseStepRunner } from './phase-step-runner.ts';
import type { PhaseStore } from './phase-store.ts';
import { type PhaseSummary, phaseSummaries } from './phase-summary.ts';
import type { PhasedObject } from './phased-object.ts';

/** Drives objects through their phases. It keeps no state between calls: all state is in the objects. */
export interface PhaseMachine<R extends PhasedObject> {
  readonly definition: PhaseMachineDefinition<R>;
  /** The problems of the definition; a machine with problems must not be started. */
  readonly problems: readonly DefinitionProblem[];
  /** Executes the next step of one object, and returns when to reconcile again. Works with any store. */
  reconcile(key: string, tools: HandlerTools, store: PhaseStore<R>): Promise<ReconcileResult | undefined>;
  /** Whether the object needs work, now or later. */
  needsReconcile(resource: R): boolean;
  /** The object with its failed phase reset; store its status. Throws RESET_NOT_FAILED in other phases. */
  reset(resource: R): R;
  /** The object with spec.paused set; store the object. */
  pause(resource: R): R;
  /** The object without a pause in spec and status; store what differs. */
  resume(resource: R): R;
  /** The progress of the object along the normal path. */
  summary(resource: R): readonly PhaseSummary[];
  /** One phase of the object in detail; throws PHASE_UNKNOWN for a phase without a handler. */
  detail(resource: R, phase: string): PhaseDetail;
  /** The transition matrix as a Mermaid diagram. */
  toMermaid(): string;
  /** The transition matrix as data. */
  toJson(): PhaseGraph;
}

/** Creates a machine. Never throws: problems of the definition are in `problems`. */
export function definePhaseMachine<R extends PhasedObject, P extends string>(
  definition: PhaseMachineDefinition<R, P>,
): PhaseMachine<R> {
  return new DefinedMachine<R>(definition);
}

/** Throws with all problems of a machine's definition. */
export function assertValidDefinition<R extends PhasedObject>({ definition, problems }: PhaseMachine<R>): void {
  if (problems.length === 0) return;
  const lines = problems.map(({ phase, field, message }) =>
    phase === undefined ? `- ${field}: ${message}` : `- phase "${phase}", ${field}: ${message}`,
  );
  const message = `the phase machine of ${definition.resource.plural} is not valid:\n${lines.join('\n')}`;
  throw new ProgrammingError(message, 'PHASE_MACHINE_INVALID');
}

class DefinedMachine<R extends PhasedObject> implements PhaseMachine<R> {
  readonly definition: PhaseMachineDefinition<R>;
  readonly problems: readonly DefinitionProblem[];
  readonly #model: PhaseModel<R>;
  /** Objects being reconciled, by uid: a call after its timeout must not overlap with the next one. */
  readonly #inWork = new Set<string>();

  constructor(definition: PhaseMachineDefinition<R>) {
    this.definition = definition;
    this.problems = definitionProblems(definition);
    this.#model = new PhaseModel(definition);
  }

  async reconcile(key: string, tools: HandlerTools, store: PhaseStore<R>): Promise<ReconcileResult | undefined> {
    const resource = await store.fetch(key, tools.signal);
    if (resource === undefined) return undefined;
    const identity = resource.metadata.uid ?? key;
    if (this.#inWork.has(identity)) return { requeueAfterMs: this.#model.requeueDeferMs };
    this.#inWork.add(identity);
    try {
      return await new PhaseStepRunner(this.#model, store, tools, key).advance(resource);
    } finally {
      this.#inWork.delete(identity);
    }
  }

  needsReconcile(resource: R): boolean {
    return needsReconcile(this.#model, resource);
  }

  reset(resource: R): R {
    return resetObject(this.#model, resource);
  }

  pause(resource: R): R {
    return pauseObject(resource);
  }

  resume(resource: R): R {
    return resumeObject(this.#model, resource);
  }

  summary(resource: R): readonly PhaseSummary[] {
    return phaseSummaries(this.#model, resource);
  }

  detail(resource: R, phase: string): PhaseDetail {
    return phaseDetail(this.#model, resource, phase);
  }

  toMermaid(): string {
    return toMermaidDiagram(this.toJson());
  }

  toJson(): PhaseGraph {
    return toPhaseGraph(this.#model);
  }
}
