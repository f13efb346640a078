import type { ContainerStatus } from '@kubemin/kubeapi/types/core.v1';
import type { ContainerMoment, ContainerScenario, ContainerStep } from './container-scenario.ts';
import { startEvents } from './run-scenario.ts';
import { madeStatus } from './simulated-container.ts';
import { timestamp } from './timestamp.ts';

const FIRST_BACK_OFF_MS = 10_000;
const LONGEST_BACK_OFF_MS = 300_000;

/** The container exits with 1 as soon as it is started; the first restart comes at once, each later one after twice the time. */
export const crashLoopScenario: ContainerScenario = (moment) => {
  const { pod, known, now } = moment;
  const crashed = known?.state?.terminated ?? known?.lastState?.terminated;
  if (known === undefined || crashed === undefined) return crash(moment, 0);
  if ((pod.spec?.restartPolicy ?? 'Always') === 'Never') return { status: known, events: [] };
  if (known.restartCount === 0) return crash(moment, 1);
  const left = Date.parse(crashed.finishedAt ?? timestamp(now)) + backOffMs(known.restartCount) - now;
  return left > 0 ? { status: known, events: [], wakeAfterMs: left } : crash(moment, known.restartCount + 1);
};

function crash({ pod, container, known, now }: ContainerMoment, restartCount: number): ContainerStep {
  const time = timestamp(now);
  const terminated = { exitCode: 1, reason: 'Error', startedAt: time, finishedAt: time };
  if (restartCount === 0) {
    const status = madeStatus({ pod, container, state: { terminated } });
    return { status, events: startEvents(container) };
  }
  const { name = '', namespace, uid } = pod.metadata;
  const where = `container=${container.name} pod=${name}_${namespace}(${uid})`;
  const delay = backOffMs(restartCount);
  const message = `back-off ${delay / 1000}s restarting failed ${where}`;
  const state = { waiting: { reason: 'CrashLoopBackOff', message } };
  const status: ContainerStatus = madeStatus({ pod, container, state, restartCount, lastState: { terminated } });
  const told = `Back-off restarting failed container ${container.name} in pod ${name}_${namespace}(${uid})`;
  const events = [
    ...(known === undefined ? [] : startEvents(container)),
    { type: 'Warning', reason: 'BackOff', message: told } as const,
  ];
  return { status, events, wakeAfterMs: delay };
}

function backOffMs(restartCount: number): number {
  return Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.min(restartCount - 1, 10));
}
