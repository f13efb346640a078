import type { Message } from '@kubemin/base/message';
import type { MetricsSeries, MetricsSummary, WorkerList } from '@kubemin/client';
import { metricsMessages } from '../../messages/index.ts';

/** Trouble, and whether the platform itself has it or the jobs that it executes. */
export interface Alert {
  readonly about: 'platform' | 'jobs';
  readonly level: 'failed' | 'warning';
  readonly message: Message;
}

interface AlertSources {
  readonly summary: MetricsSummary | undefined;
  readonly series: MetricsSeries | undefined;
  readonly workers: WorkerList['workers'] | undefined;
  readonly formatDuration: (milliseconds: number) => string;
}

const LONG_WAIT_MS = 300_000;
const LOWEST_SUCCESS = 0.9;
const FEWEST_SAMPLES = 20;
const MOST_JOB_TYPES = 5;

/** What needs attention, the worst first. A source that is not there yet reports nothing. */
export function findAlerts(sources: AlertSources): readonly Alert[] {
  const alerts = [...platformAlerts(sources), ...jobAlerts(sources)];
  return alerts.sort((one, two) => Number(one.level === 'warning') - Number(two.level === 'warning'));
}

function* platformAlerts({ summary, series, workers, formatDuration }: AlertSources): Generator<Alert> {
  if (workers?.every(({ alive }) => !alive) === true) {
    yield { about: 'platform', level: 'failed', message: metricsMessages.noWorker };
  }
  if (summary === undefined) return;
  const { queue, messageQueue } = summary;
  if (!messageQueue.up) {
    const { driver } = messageQueue;
    yield { about: 'platform', level: 'failed', message: metricsMessages.queueDown({ driver }) };
  }
  const waiting = queue.waiting + queue.queued;
  if (queue.oldestWaitMs >= LONG_WAIT_MS) {
    const age = formatDuration(queue.oldestWaitMs);
    yield { about: 'platform', level: 'warning', message: metricsMessages.backlog({ count: waiting, age }) };
  }
  const before = series?.points[0]?.waiting;
  if (before !== undefined && waiting > before && waiting > summary.capacity.limit) {
    yield { about: 'platform', level: 'warning', message: metricsMessages.backlogGrows({ before, now: waiting }) };
  }
}

function* jobAlerts({ summary, series }: AlertSources): Generator<Alert> {
  if (summary !== undefined) {
    const { ended, successRate } = summary.day;
    const count = ended.completed + ended.failed + ended.timeout + ended.rejected;
    if (successRate !== null && successRate < LOWEST_SUCCESS && count >= FEWEST_SAMPLES) {
      const percent = String(Math.round(successRate * 100));
      yield { about: 'jobs', level: 'failed', message: metricsMessages.lowSuccess({ percent, count }) };
    }
  }
  const failing = (series?.jobTypes ?? []).filter(({ failed }) => failed > 0);
  for (const { type, completed, failed } of failing
    .sort((one, two) => two.failed - one.failed)
    .slice(0, MOST_JOB_TYPES)) {
    const message = metricsMessages.jobsFail({ failed, count: completed + failed, type });
    yield { about: 'jobs', level: 'warning', message };
  }
}
