import {
  type ApplicationPhase,
  applicationPhases,
  type ComponentStatus,
  componentStates,
  type JobStatus,
  type PlanAction,
  runStates,
  type TaskStatus,
} from '@kubemin/client';
import type { ReactNode } from 'react';
import { useLanguage } from '../language/index.ts';
import { kitMessages } from '../messages/index.ts';
import { HealthGlyph, type HealthState, StateIcon } from './glyph.tsx';
import styles from './state.module.css';

interface StateChipProps {
  readonly state: TaskStatus | JobStatus;
  /** Without a tint, inside of denser places. */
  readonly bare?: boolean;
  /** In place of the word of the state, where it can be more exact. */
  readonly children?: ReactNode;
}

/** The state of a run or a job: shape, word and colour. */
export function StateChip({ state, bare = false, children }: StateChipProps) {
  const { t } = useLanguage();
  return (
    <span className={[styles.chip, styles[state], bare && styles.bare].filter(Boolean).join(' ')}>
      <StateIcon state={state} />
      {children ?? t(runStates[state])}
    </span>
  );
}

interface HealthProps {
  readonly state: HealthState;
  readonly children?: ReactNode;
}

/** The health of an application or a component: a small shape and a word, never a chip. */
export function Health({ state, children }: HealthProps) {
  const { t } = useLanguage();
  return (
    <span className={`${styles.health} ${styles[state]}`}>
      <HealthGlyph state={state} />
      {children ?? t(healthWords(state))}
    </span>
  );
}

function healthWords(state: HealthState) {
  return isPhase(state) ? applicationPhases[state] : componentStates[state];
}

function isPhase(state: HealthState): state is ApplicationPhase & Exclude<HealthState, ComponentStatus> {
  return Object.hasOwn(applicationPhases, state) && !Object.hasOwn(componentStates, state);
}

interface TagProps {
  readonly kind?: 'plain' | 'accent' | 'warning' | 'error';
  readonly children: ReactNode;
}

export function Tag({ kind = 'plain', children }: TagProps) {
  return <span className={[styles.tag, kind !== 'plain' && styles[kind]].filter(Boolean).join(' ')}>{children}</span>;
}

/** What becomes of an object, or that others changed it since the last run. */
type ChangeMark = PlanAction | 'drifted';

const CHANGE_SIGNS: Readonly<Record<ChangeMark, string>> = {
  create: '+',
  update: '~',
  replace: '±',
  delete: '−',
  unchanged: '=',
  keep: '=',
  run: '▸',
  refused: '!',
  unknown: '?',
  drifted: '!',
};

/** What becomes of an object: a sign and a word. */
export function ChangeTag({ action }: { readonly action: ChangeMark }) {
  const { t } = useLanguage();
  const kind = action === 'refused' ? 'error' : action === 'unknown' ? 'warning' : action;
  return (
    <span className={[styles.tag, styles[kind]].filter(Boolean).join(' ')}>
      <span aria-hidden>{CHANGE_SIGNS[action]}</span>
      {t(kitMessages[action])}
    </span>
  );
}
