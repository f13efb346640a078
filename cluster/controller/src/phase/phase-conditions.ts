import { isJsonArray, isJsonObject } from '@kubemin/kubeapi';
import type { PhaseCondition } from './phased-object.ts';

/** The state that the conditions report. */
export interface PhaseSituation {
  readonly phase: string;
  readonly kind: 'working' | 'succeeded' | 'failed';
  readonly paused: boolean;
  /** The error of a failed phase. */
  readonly error?: string | undefined;
  readonly now: string;
  readonly generation?: number | undefined;
}

/** Updates the conditions of the machine; others are kept. */
export function updateConditions(
  known: readonly PhaseCondition[],
  situation: PhaseSituation,
): readonly PhaseCondition[] {
  const { kind, paused, error = '' } = situation;
  const own = [
    updateCondition(known, situation, { type: 'Progressing', holds: kind === 'working' && !paused, message: '' }),
    updateCondition(known, situation, { type: 'Ready', holds: kind === 'succeeded', message: '' }),
    updateCondition(known, situation, {
      type: 'Failed',
      holds: kind === 'failed',
      message: kind === 'failed' ? error : '',
    }),
    updateCondition(known, situation, { type: 'Paused', holds: paused, message: '' }),
  ];
  const types = new Set(own.map(({ type }) => type));
  return [...known.filter(({ type }) => !types.has(type)), ...own];
}

/** Whether the Paused condition is true. */
export function hasPausedCondition(conditions: readonly PhaseCondition[]): boolean {
  return conditions.some(({ type, status }) => type === 'Paused' && status === 'True');
}

/** The valid conditions in a stored value. */
export function readConditions(value: unknown): readonly PhaseCondition[] {
  const items: readonly unknown[] = isJsonArray(value) ? value : [];
  return items.filter(isCondition);
}

interface ConditionUpdate {
  readonly type: string;
  readonly holds: boolean;
  readonly message: string;
}

function updateCondition(
  known: readonly PhaseCondition[],
  { phase, now, generation }: PhaseSituation,
  { type, holds, message }: ConditionUpdate,
): PhaseCondition {
  const status = holds ? 'True' : 'False';
  const before = known.find((condition) => condition.type === type);
  const lastTransitionTime = before?.status === status ? before.lastTransitionTime : now;
  const observed = generation === undefined ? {} : { observedGeneration: generation };
  return { type, status, reason: phase, message, lastTransitionTime, ...observed };
}

const TEXTS = ['type', 'status', 'reason', 'message', 'lastTransitionTime'] as const;

function isCondition(value: unknown): value is PhaseCondition {
  return isJsonObject(value) && TEXTS.every((field) => typeof value[field] === 'string');
}
