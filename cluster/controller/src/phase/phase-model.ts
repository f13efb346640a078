import { type PhaseAccess, statusAccess } from './phase-access.ts';
import { readConditions } from './phase-conditions.ts';
import type { PhaseMachineDefinition } from './phase-definition.ts';
import type { PhaseHandler } from './phase-handler.ts';
import { type CompletePolicy, DEFAULT_POLICY } from './phase-policy.ts';
import { findState, type PhaseState, readPhaseStates } from './phase-state.ts';
import type { PhaseCondition, PhasedObject, PhasePause } from './phased-object.ts';

/** The key of the state of the finaliser among those of the phases. */
export const FINALISE = 'finalise';

/** The definition of one phase. */
export interface PhaseRow<R> {
  readonly kind: 'working' | 'succeeded' | 'failed';
  readonly handler: PhaseHandler<R> | undefined;
  readonly normal: string | undefined;
  readonly error: string | undefined;
  readonly choices: readonly string[];
  readonly policy: CompletePolicy;
  readonly pauses: boolean;
}

/** The stored progress of an object. */
export interface PhasedView {
  readonly phase: string;
  readonly states: Readonly<Record<string, PhaseState>>;
  readonly failedFrom: string | undefined;
  readonly paused: PhasePause | undefined;
  readonly conditions: readonly PhaseCondition[];
}

/** A definition prepared for lookups by phase, with access to the progress of objects. */
export class PhaseModel<R extends PhasedObject> {
  readonly definition: PhaseMachineDefinition<R>;
  /** Every phase of the definition, in order. */
  readonly rows: ReadonlyMap<string, PhaseRow<R>>;
  readonly #access: PhaseAccess<R>;

  constructor(definition: PhaseMachineDefinition<R>) {
    this.definition = definition;
    this.rows = new Map(mentionedPhases(definition).map((phase) => [phase, phaseRow(definition, phase)]));
    this.#access = definition.access ?? statusAccess();
  }

  get initialPhase(): string {
    return this.definition.initialPhase;
  }

  get requeueDeferMs(): number {
    return this.definition.requeueDefer ?? 5000;
  }

  /** An unknown phase has no handler. */
  row(phase: string): PhaseRow<R> {
    return this.rows.get(phase) ?? phaseRow(this.definition, phase);
  }

  isTerminal(phase: string): boolean {
    return this.row(phase).kind !== 'working';
  }

  isPaused(resource: R): boolean {
    if (this.definition.isPaused !== undefined) return this.definition.isPaused(resource);
    const { spec } = resource;
    return spec !== undefined && 'paused' in spec && spec.paused === true;
  }

  view(resource: R): PhasedView {
    const status = this.#access.read(resource);
    const phase = readText(status, 'phase') ?? '';
    return {
      phase: phase === '' ? this.initialPhase : phase,
      states: readPhaseStates(status.state),
      failedFrom: readText(status, 'failedFrom'),
      paused: readPause(status.paused),
      conditions: readConditions(status.conditions),
    };
  }

  /** The state of one phase, or of the finaliser. */
  phaseState(resource: R, phase: string): PhaseState | undefined {
    return findState(this.view(resource).states, phase);
  }

  /** The object with these fields of its status changed; undefined removes a field. */
  with(resource: R, change: Readonly<Record<string, unknown>>): R {
    const status = Object.entries({ ...this.#access.read(resource), ...change });
    return this.#access.write(resource, Object.fromEntries(status.filter(([, value]) => value !== undefined)));
  }

  /** All fields of the status, not only the machine's. */
  status(resource: R): Readonly<Record<string, unknown>> {
    return this.#access.read(resource);
  }
}

function mentionedPhases<R extends PhasedObject>(definition: PhaseMachineDefinition<R>): readonly string[] {
  const { handlers, normalTrans, errorTrans, choices = {} } = definition;
  const targets = [...Object.values(normalTrans), ...Object.values(errorTrans)].filter((to) => to !== undefined);
  return [
    ...new Set([
      definition.initialPhase,
      ...Object.keys(handlers),
      ...Object.keys(normalTrans),
      ...Object.keys(errorTrans),
      ...targets,
      ...Object.values<readonly string[] | undefined>(choices).flatMap((chosen) => chosen ?? []),
      ...definition.terminalPhases,
      ...definition.failedPhases,
    ]),
  ];
}

function phaseRow<R extends PhasedObject>(definition: PhaseMachineDefinition<R>, phase: string): PhaseRow<R> {
  return {
    kind: phaseKind(definition, phase),
    handler: ownEntry(definition.handlers, phase),
    normal: ownEntry(definition.normalTrans, phase),
    error: ownEntry(definition.errorTrans, phase),
    choices: ownEntry(definition.choices ?? {}, phase) ?? [],
    policy: { ...DEFAULT_POLICY, ...ownEntry(definition.policies ?? {}, phase) },
    pauses: definition.pausePhases?.includes(phase) ?? false,
  };
}

function phaseKind<R extends PhasedObject>(definition: PhaseMachineDefinition<R>, phase: string): PhaseRow<R>['kind'] {
  if (definition.failedPhases.includes(phase)) return 'failed';
  return definition.terminalPhases.includes(phase) ? 'succeeded' : 'working';
}

/** Names of phases are free text and may be `constructor`. */
function ownEntry<T>(table: Readonly<Partial<Record<string, T>>>, phase: string): T | undefined {
  return Object.hasOwn(table, phase) ? table[phase] : undefined;
}

function readText(status: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const value = status[field];
  return typeof value === 'string' ? value : undefined;
}

function readPause(value: unknown): PhasePause | undefined {
  if (typeof value !== 'object' || value === null || !('phase' in value) || !('since' in value)) return undefined;
  const { phase, since } = value;
  return typeof phase === 'string' && typeof since === 'string' ? { phase, since } : undefined;
}
