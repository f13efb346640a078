import type { ApplicationPhase, ComponentStatus, JobStatus, TaskStatus } from '@kubemin/client';
import type { ReactNode } from 'react';

const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
const onSolid = { fill: 'none', stroke: 'var(--bg-surface)', strokeWidth: 1.7, strokeLinecap: 'round' } as const;

/** A shape for each state of runs and jobs, so that colour never stands alone. */
const STATE_SHAPES: Readonly<Record<TaskStatus | JobStatus, ReactNode>> = {
  waiting: (
    <g {...line}>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 4.8V8l2.2 1.4" />
    </g>
  ),
  queued: <path {...line} d="M3 4h10M3 8h10M3 12h6" />,
  running: (
    <g {...line} strokeWidth={2}>
      <circle cx="8" cy="8" r="5.5" opacity=".28" />
      <path d="M8 2.5A5.5 5.5 0 0 1 13.5 8" />
    </g>
  ),
  completed: (
    <>
      <circle cx="8" cy="8" r="6.5" fill="currentColor" />
      <path {...onSolid} d="M5 8.3l2.1 2.100L11.2 6" />
    </>
  ),
  failed: (
    <>
      <circle cx="8" cy="8" r="6.5" fill="currentColor" />
      <path {...onSolid} d="M5.7 5.700l4.6 4.600M10.3 5.700l-4.6 4.6" />
    </>
  ),
  timeout: (
    <>
      <path {...line} d="M9.6 2.400A5.75 5.75 0 1 0 13.6 9M8 5v3.200l1.8 1.200M13 2.500v3" />
      <circle cx="13" cy="7.4" r=".9" fill="currentColor" />
    </>
  ),
  cancelled: (
    <g {...line}>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M4 12L12 4" />
    </g>
  ),
  rejected: (
    <>
      <path {...line} d="M8 1.900l5 1.800v3.900c0 3-2 5.3-5 6.5-3-1.2-5-3.5-5-6.500V3.700zM8 5.200v2.9" />
      <circle cx="8" cy="10.4" r=".9" fill="currentColor" />
    </>
  ),
  skipped: <path {...line} d="M3.5 4L7.5 8l-4 4M8.5 4l4 4-4 4" />,
};

/** The shape of a state alone; the word has to be beside it. */
export function StateIcon({ state, size = 14 }: { readonly state: TaskStatus | JobStatus; readonly size?: number }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      className={state === 'running' ? 'spin' : undefined}
      aria-hidden
    >
      {STATE_SHAPES[state]}
    </svg>
  );
}

export type HealthState = ApplicationPhase | ComponentStatus | 'Stopped';

const ring = { fill: 'none', stroke: 'currentColor', strokeWidth: 2.2 } as const;
const DOT = <circle cx="8" cy="8" r="6" fill="currentColor" />;
const DIAMOND = <path d="M8 .8L15.2 8 8 15.2.800 8z" fill="currentColor" />;
const HALF = (
  <>
    <circle cx="8" cy="8" r="5" {...ring} strokeWidth={2.5} />
    <path d="M8 3a5 5 0 0 1 0 10z" fill="currentColor" />
  </>
);

const HEALTH_SHAPES: Readonly<Record<HealthState, ReactNode>> = {
  Healthy: DOT,
  Running: DOT,
  Starting: HALF,
  Pending: HALF,
  Degraded: DIAMOND,
  Failed: DIAMOND,
  Deploying: (
    <>
      <circle cx="8" cy="8" r="5.2" {...ring} opacity=".35" />
      <path d="M8 2.800A5.2 5.2 0 0 1 13.2 8" {...ring} strokeLinecap="round" />
    </>
  ),
  NotDeployed: <circle cx="8" cy="8" r="5.2" {...ring} />,
  Unknown: <circle cx="8" cy="8" r="5.2" {...ring} strokeDasharray="3 2.4" />,
  Stopped: <path d="M2.5 8h11" stroke="currentColor" strokeWidth={2.6} strokeLinecap="round" />,
};

/** The shape of a health state alone; the word has to be beside it. */
export function HealthGlyph({ state }: { readonly state: HealthState }) {
  return (
    <svg viewBox="0 0 16 16" width="10" height="10" className={state === 'Deploying' ? 'spin' : undefined} aria-hidden>
      {HEALTH_SHAPES[state]}
    </svg>
  );
}
