import { isJsonArray, isJsonObject } from '@kubemin/kubeapi';
import { type PhaseObject, readPhaseObject } from './phase-object.ts';

/** The stored state of a phase, or of one component of its handler, in `status.state`. False flags are absent. */
export interface PhaseState {
  readonly done?: boolean;
  /** Written once: the start of the work, also across changes of the leader. */
  readonly startTime?: string;
  readonly endTime?: string;
  readonly failed?: boolean;
  /** The failure is permanent. */
  readonly fatal?: boolean;
  readonly error?: string;
  readonly warning?: string;
  /** The components' states by their names. */
  readonly state?: Readonly<Record<string, PhaseState>>;
  readonly objects?: readonly PhaseObject[];
  /** The progress of the handler, in its own format. */
  readonly checkpoint?: string;
  /** Of a phase: consecutive failures that were not fatal. */
  readonly attempts?: number;
  /** Of a phase: the earliest time of the next run. */
  readonly nextTime?: string;
  /** Of a phase: the process that runs it, as `<identity>/<term>`. */
  readonly runner?: string;
}

/** The displayed result of a phase or a component. */
export type PhaseResult = 'Pending' | 'Doing' | 'Succeeded' | 'Warning' | 'Failed';

/** The result of a state: a failure that is retried is still Doing. */
export function phaseResult(state: PhaseState | undefined): PhaseResult {
  if (state?.startTime === undefined && state?.done !== true) return 'Pending';
  if (state.done !== true) return 'Doing';
  if (state.failed === true) return 'Failed';
  return state.warning === undefined ? 'Succeeded' : 'Warning';
}

/** Whether the work is complete: a component in this state never runs again. */
export function isFinished(state: PhaseState | undefined): boolean {
  return state?.done === true && state.failed !== true;
}

const FLAGS = ['done', 'failed', 'fatal'] as const;
const TEXTS = ['startTime', 'endTime', 'error', 'warning', 'checkpoint', 'nextTime', 'runner'] as const;

/** Reads the valid fields of a stored state; invalid values are ignored, as any client may have written them. */
export function readPhaseState(value: unknown): PhaseState {
  const state: { -readonly [K in keyof PhaseState]: PhaseState[K] } = {};
  if (!isJsonObject(value)) return state;
  for (const flag of FLAGS) if (value[flag] === true) state[flag] = true;
  for (const field of TEXTS) {
    const text = value[field];
    if (typeof text === 'string') state[field] = text;
  }
  if (typeof value.attempts === 'number' && value.attempts > 0) state.attempts = value.attempts;
  if (isJsonObject(value.state)) state.state = readPhaseStates(value.state);
  if (isJsonArray(value.objects)) state.objects = value.objects.map(readPhaseObject).filter((o) => o !== undefined);
  return state;
}

/** Reads states by the name of their phase or component. */
export function readPhaseStates(value: unknown): Readonly<Record<string, PhaseState>> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, state]) => [name, readPhaseState(state)]));
}

/** The state with this name; inherited properties (`constructor`) are not states. */
export function findState(
  states: Readonly<Record<string, PhaseState>> | undefined,
  name: string,
): PhaseState | undefined {
  return states !== undefined && Object.hasOwn(states, name) ? states[name] : undefined;
}
