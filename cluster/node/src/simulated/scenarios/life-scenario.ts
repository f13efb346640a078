import { timestamp } from '@kubemin/kubeapi';
import type { ContainerStateTerminated, ContainerStatus } from '@kubemin/kubeapi/types/core.v1';
import type { ContainerLives } from '../rules/container-lives.ts';
import { madeStatus } from '../simulated-container.ts';
import type { ContainerMoment, ContainerScenario, ContainerStep } from './container-scenario.ts';

const FIRST_BACK_OFF_MS = 10_000;
const LONGEST_BACK_OFF_MS = 300_000;

/**
 * The container starts and runs, and may end or crash as soon as it is started. By the policy of its pod it is
 * restarted: the first time at once, later after twice the time each.
 */
export const lifeScenario: ContainerScenario = (moment) => {
  const { known } = moment;
  const { running, terminated } = known?.state ?? {};
  if (known !== undefined && running?.startedAt !== undefined) return goOn(moment, known, running.startedAt);
  const ended = terminated ?? known?.lastState?.terminated;
  if (known === undefined || ended === undefined) return begin(moment, 0);
  if (!isRestarted(moment, ended)) return { status: known, events: [] };
  if (known.restartCount === 0) return begin(moment, 1);
  const leftMs = Date.parse(ended.finishedAt ?? '') + backOffMs(known.restartCount) - moment.now;
  if (!(leftMs > 0)) return begin(moment, known.restartCount + 1);
  return terminated === undefined
    ? { status: known, events: [], wakeAfterMs: leftMs }
    : backOff(moment, { ended, restartCount: known.restartCount, leftMs, events: [] });
};

/** The events of a kubelet that starts a container. */
function startEvents({ name, image = '' }: { readonly name: string; readonly image?: string }) {
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

function goOn(moment: ContainerMoment, known: ContainerStatus, startedAt: string): ContainerStep {
  const { pod, container, now, lives } = moment;
  const { forMs, exitCode, reason } = lives;
  if (forMs === undefined) return { status: known, events: [] };
  const leftMs = Date.parse(startedAt) + forMs - now;
  if (leftMs > 0) return { status: known, events: [], wakeAfterMs: leftMs };
  const { restartCount, lastState } = known;
  const terminated = termination({ exitCode, reason }, startedAt, timestamp(now));
  return { status: madeStatus({ pod, container, state: { terminated }, restartCount, lastState }), events: [] };
}

/** The life of this number, from 0. One that ends as soon as it is begun is over within the same look. */
function begin(moment: ContainerMoment, restartCount: number): ContainerStep {
  const { pod, container, known, now, lives } = moment;
  const time = timestamp(now);
  const crashing = restartCount < lives.crashes;
  const before = known?.state?.terminated ?? known?.lastState?.terminated;
  const lastState = before === undefined ? {} : { terminated: before };
  const events = startEvents(container);
  if (!crashing && lives.forMs !== 0) {
    const status = madeStatus({ pod, container, state: { running: { startedAt: time } }, restartCount, lastState });
    return { status, events, ...(lives.forMs !== undefined && { wakeAfterMs: lives.forMs }) };
  }
  const ended = termination(crashing ? { exitCode: lives.crashCode } : lives, time, time);
  if (restartCount > 0 && isRestarted(moment, ended)) {
    return backOff(moment, { ended, restartCount, leftMs: backOffMs(restartCount), events });
  }
  return { status: madeStatus({ pod, container, state: { terminated: ended }, restartCount, lastState }), events };
}

interface BackOff {
  readonly ended: ContainerStateTerminated;
  readonly restartCount: number;
  readonly leftMs: number;
  readonly events: ContainerStep['events'];
}

function backOff({ pod, container }: ContainerMoment, { ended, restartCount, leftMs, events }: BackOff): ContainerStep {
  const { name = '', namespace, uid } = pod.metadata;
  const where = `container=${container.name} pod=${name}_${namespace}(${uid})`;
  const message = `back-off ${backOffMs(restartCount) / 1000}s restarting failed ${where}`;
  const state = { waiting: { reason: 'CrashLoopBackOff', message } };
  const status = madeStatus({ pod, container, state, restartCount, lastState: { terminated: ended } });
  const eventMessage = `Back-off restarting failed container ${container.name} in pod ${name}_${namespace}(${uid})`;
  return {
    status,
    events: [...events, { type: 'Warning', reason: 'BackOff', message: eventMessage }],
    wakeAfterMs: leftMs,
  };
}

function isRestarted({ restart }: ContainerMoment, { exitCode }: ContainerStateTerminated): boolean {
  return restart === 'Always' || (restart === 'OnFailure' && exitCode !== 0);
}

function termination(
  { exitCode, reason }: Pick<ContainerLives, 'exitCode' | 'reason'>,
  startedAt: string,
  finishedAt: string,
): ContainerStateTerminated {
  return { exitCode, reason: reason ?? (exitCode === 0 ? 'Completed' : 'Error'), startedAt, finishedAt };
}

function backOffMs(restartCount: number): number {
  return Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.min(restartCount - 1, 10));
}
