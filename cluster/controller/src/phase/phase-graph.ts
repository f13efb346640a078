import type { PhaseModel } from './phase-model.ts';
import type { PhasedObject } from './phased-object.ts';

/** One phase of a transition matrix. */
export interface GraphPhase {
  readonly name: string;
  readonly kind: 'working' | 'succeeded' | 'failed';
  readonly description?: string;
  /** Waits for the continue action before it starts. */
  readonly pauses?: boolean;
  /** The next phase when it is done. */
  readonly normal?: string;
  /** The next phase when it has failed. */
  readonly error?: string;
  /** Further phases that its handler may choose. */
  readonly choices?: readonly string[];
}

/** A transition matrix as data. */
export interface PhaseGraph {
  readonly resource: string;
  readonly initialPhase: string;
  readonly phases: readonly GraphPhase[];
}

/** The transition matrix of a model, in the order of the definition. */
export function toPhaseGraph<R extends PhasedObject>(model: PhaseModel<R>): PhaseGraph {
  const phases = [...model.rows].map(
    ([name, { kind, handler, pauses, normal, error, choices }]): GraphPhase => ({
      name,
      kind,
      ...(handler?.description === undefined ? {} : { description: handler.description }),
      ...(pauses ? { pauses } : {}),
      ...(normal === undefined ? {} : { normal }),
      ...(error === undefined ? {} : { error }),
      ...(choices.length === 0 ? {} : { choices }),
    }),
  );
  return { resource: model.definition.resource.plural, initialPhase: model.initialPhase, phases };
}
