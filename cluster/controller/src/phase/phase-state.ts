import { isJsonArray, isJsonObject } from '@kubemin/kubeapi';
import { type PhaseObject, readPhaseObject } from './phase-object.ts';

/** What is remembered of a phase, or of one component of its handler, in `status.state`. Flags that are false are absent. */
export interface PhaseState {
  readonly done?: boolean;
  /** Written once: it tells when the work began, whoever went on with it. */
  readonly startTime?: string;
  readonly endTime?: string;
  readonly failed?: boolean;
  /** The failure is for good. */
  readonly fatal?: boolean;
  readonly error?: string;
  readonly warning?: string;
  /** The components' states by their names. */
  readonly state?: Readonly<Record<string, PhaseState>>;
  readonly objects?: readonly PhaseObject[];
  /** How far the handler has got, in its own words. */
  readonly checkpoint?: string;
  /** Of a phase: failures in a row that were not fatal. */
  readonly attempts?: number;
  /** Of a phase: nothing is to be done before. */
  readonly nextTime?: string;
  /** Of a phase: who works on it, as `<identity>/<term>`. */
  readonly runner?: string;
}

/** What people are told of a phase or a component. */
export type PhaseResult = 'Pending' | 'Doing' | 'Succeeded' | 'Warning' | 'Failed';

/** The one word for a state: a failure that is tried again is still being worked on. */
export function phaseResult(state: PhaseState | undefined): PhaseResult {
  if (state?.startTime === undefined && state?.done !== true) return 'Pending';
  if (state.done !== true) return 'Doing';
  if (state.failed === true) return 'Failed';
  return state.warning === undefined ? 'Succeeded' : 'Warning';
}

/** Whether nothing is left to do: a component in this state is never run again. */
export function isFinished(state: PhaseState | undefined): boolean {
  return state?.done === true && state.failed !== true;
}

const FLAGS = ['done', 'failed', 'fatal'] as const;
const TEXTS = ['startTime', 'endTime', 'error', 'warning', 'checkpoint', 'nextTime', 'runner'] as const;

/** What of a stored value is a state. Tolerant, as anybody may have written it: what is no state is not there. */
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

/** States by the name of their phase or component. */
export function readPhaseStates(value: unknown): Readonly<Record<string, PhaseState>> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, state]) => [name, readPhaseState(state)]));
}

/** The state under this name; inherited properties (`constructor`) are no states. */
export function findState(
  states: Readonly<Record<string, PhaseState>> | undefined,
  name: string,
): PhaseState | undefined {
  return states !== undefined && Object.hasOwn(states, name) ? states[name] : undefined;
}
