import type { ContainerScenario } from './container-scenario.ts';
import { madeStatus } from './simulated-container.ts';
import { timestamp } from './timestamp.ts';

/** The container starts and runs; with a run duration it exits with 0 after that. */
export const runScenario: ContainerScenario = ({ pod, container, known, now, runDurationMs }) => {
  if (known?.state?.terminated?.exitCode === 0) return { status: known, events: [] };
  const startedAt = known?.state?.running?.startedAt;
  if (known === undefined || startedAt === undefined) {
    const state = { running: { startedAt: timestamp(now) } };
    const restartCount = known?.restartCount ?? 0;
    const status = madeStatus({ pod, container, state, restartCount, lastState: known?.lastState });
    return { status, events: startEvents(container), ...(runDurationMs && { wakeAfterMs: runDurationMs }) };
  }
  const left = runDurationMs === undefined ? undefined : Date.parse(startedAt) + runDurationMs - now;
  if (left === undefined) return { status: known, events: [] };
  if (left > 0) return { status: known, events: [], wakeAfterMs: left };
  const terminated = { exitCode: 0, reason: 'Completed', startedAt, finishedAt: timestamp(now) };
  const { restartCount, lastState } = known;
  return { status: madeStatus({ pod, container, state: { terminated }, restartCount, lastState }), events: [] };
};

/** What a kubelet says when it starts a container. */
export function startEvents({ name, image = '' }: { readonly name: string; readonly image?: string }) {
  return [
    {
      type: 'Normal',
      reason: 'Pulled',
      message: `Container image "${image}" already present on machine (simulated, nothing was pulled)`,
    },
    { type: 'Normal', reason: 'Created', message: `Created container: ${name}` },
    { type: 'Normal', reason: 'Started', message: `Started container ${name}` },
  ] as const;
}
