import { type MetricRegistry, type Observation, ObservedMetric } from '@kubemin/base';
import type { Engine, MessageQueueStats } from '@kubemin/engine';
import type { Figures, FiguresSnapshot } from './figures-snapshot.ts';

/** Measures the engine of this instance, and what the database has about all of them. */
export function addEngineMetrics(
  registry: MetricRegistry,
  engine: Pick<Engine, 'status'>,
  snapshot: Pick<FiguresSnapshot, 'current' | 'messages'>,
): void {
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    read: () => Iterable<Observation<Label>>,
  ): void => {
    registry.add(new ObservedMetric({ type: 'gauge', name, help, labels, read }));
  };
  const shared = <Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    read: (figures: Figures) => Iterable<Observation<Label>>,
  ): void => gauge(name, help, labels, () => (snapshot.current === undefined ? [] : read(snapshot.current)));

  gauge('kubemin_database_up', 'Whether the database returned the figures below at the last attempt.', [], () =>
    one(snapshot.current === undefined ? 0 : 1),
  );
  shared('kubemin_tasks', 'Runs that have not ended, by state; the same on every instance.', ['status'], ({ queue }) =>
    Object.entries(queue.depth).map(([status, value]) => ({ labels: { status }, value })),
  );
  shared(
    'kubemin_oldest_wait_seconds',
    'How long the first run of the queue has waited; 0 when none waits. The same on every instance.',
    [],
    ({ queue }) => one(queue.oldestWaitMs / 1000),
  );
  shared(
    'kubemin_instance_heartbeat_age_seconds',
    'Seconds since the last heartbeat of an instance; one that died is listed for an hour.',
    ['id'],
    ({ workers }) => workers.map(({ id, heartbeatAgeMs }) => ({ labels: { id }, value: heartbeatAgeMs / 1000 })),
  );
  shared('kubemin_instance_tasks', 'Runs an instance has claimed.', ['id'], ({ workers }) =>
    workers.map(({ id, inFlight }) => ({ labels: { id }, value: inFlight })),
  );
  shared('kubemin_instance_leader', 'Whether an instance leads.', ['id'], ({ workers }) =>
    workers.map(({ id, leads }) => ({ labels: { id }, value: leads ? 1 : 0 })),
  );
  gauge('kubemin_tasks_running', 'Runs in progress on this instance, without those that wait for a decision.', [], () =>
    one(engine.status().tasks.running),
  );
  gauge('kubemin_tasks_limit', 'How many runs this instance works on side by side.', [], () =>
    one(engine.status().tasks.limit),
  );
  gauge('kubemin_queue_up', 'Whether the message queue responds to this instance.', ['driver'], () => {
    const { driver, health } = engine.status().queue;
    return [{ labels: { driver }, value: health.status === 'up' ? 1 : 0 }];
  });
  const messages = (read: (stats: MessageQueueStats) => number | undefined) => (): readonly Observation<'driver'>[] => {
    const value = snapshot.messages && read(snapshot.messages);
    return snapshot.messages === undefined || value === undefined
      ? []
      : [{ labels: { driver: snapshot.messages.driver }, value }];
  };
  gauge(
    'kubemin_queue_backlog',
    'Messages of the queue that are not settled: not delivered yet, or in work. The same on every instance.',
    ['driver'],
    messages(({ backlog }) => backlog),
  );
  gauge(
    'kubemin_queue_pending',
    'Of the backlog, messages that were delivered and not acknowledged: to any instance, or with Kafka to this one.',
    ['driver'],
    messages(({ pending }) => pending),
  );
  gauge(
    'kubemin_queue_oldest_age_seconds',
    'Age of the oldest message of the backlog, 0 without one; with Kafka of those that this instance was given.',
    ['driver'],
    messages(({ oldestMs }) => (oldestMs === undefined ? undefined : oldestMs / 1000)),
  );
  registry.add(
    new ObservedMetric({
      type: 'counter',
      name: 'kubemin_queue_redeliveries_total',
      help: 'Messages that this instance got after they had been delivered before.',
      labels: ['driver'],
      read: messages(({ redeliveries }) => redeliveries),
    }),
  );
}

function one(value: number): readonly Observation<never>[] {
  return [{ labels: {}, value }];
}
