import type { CounterSeries, HistogramSeries, MetricRegistry } from '@kubemin/base';
import type { IncomingEvent, QueueName } from './queue-event.ts';

/** How one attempt to place a pod ended. */
export type AttemptResult = 'scheduled' | 'unschedulable' | 'error';

interface AttemptSeries {
  readonly count: CounterSeries;
  readonly seconds: HistogramSeries;
}

/** Beyond that the exact number of attempts is of no use. */
const MOST_ATTEMPTS = 15;

function doubling(from: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => from * 2 ** index);
}

/** What the scheduler counts, under the names that dashboards for Kubernetes' scheduler know. Goes on from term to term. */
export class SchedulerMetrics {
  readonly #registry: MetricRegistry;
  readonly #attempts = new Map<string, AttemptSeries>();
  readonly #waits = new Map<number, HistogramSeries>();
  readonly #incoming = new Map<IncomingEvent, Map<QueueName, CounterSeries>>();
  readonly #preemptions: CounterSeries;
  readonly #victims: HistogramSeries;

  constructor(registry: MetricRegistry) {
    this.#registry = registry;
    this.#preemptions = registry
      .counter({ name: 'scheduler_preemption_attempts_total', help: 'Preemptions tried.' })
      .series({});
    const victims = { name: 'scheduler_preemption_victims', help: 'Pods that had to leave for one.' };
    this.#victims = registry.histogram({ ...victims, buckets: doubling(1, 7) }).series({});
  }

  /** One attempt has ended, for a pod of this profile. */
  attempted(result: AttemptResult, profile: string, ms: number): void {
    const key = `${result} ${profile}`;
    const known = this.#attempts.get(key) ?? this.#attemptSeries(result, profile);
    this.#attempts.set(key, known);
    known.count.add();
    known.seconds.observe(ms / 1000);
  }

  /** A pod was placed, this long after it began to wait. */
  placed(attempts: number, ms: number): void {
    const known = this.#waits.get(Math.min(attempts, MOST_ATTEMPTS)) ?? this.#waitSeries(attempts);
    this.#waits.set(Math.min(attempts, MOST_ATTEMPTS), known);
    known.observe(ms / 1000);
  }

  incoming(event: IncomingEvent, queue: QueueName): void {
    const queues = this.#incoming.get(event) ?? new Map<QueueName, CounterSeries>();
    this.#incoming.set(event, queues);
    const series = queues.get(queue) ?? this.#incomingSeries(event, queue);
    queues.set(queue, series);
    series.add();
  }

  preemptionTried(): void {
    this.#preemptions.add();
  }

  preempted(victims: number): void {
    this.#victims.observe(victims);
  }

  /** Counts the waiting pods at each scrape; the returned function ends that. */
  observePending(pending: () => Readonly<Record<QueueName, number>>): () => void {
    return this.#registry.observe({
      type: 'gauge',
      name: 'scheduler_pending_pods',
      help: 'Pods that wait for a node, by what for.',
      labels: ['queue'],
      read: () => Object.entries(pending()).map(([queue, value]) => ({ labels: { queue }, value })),
    });
  }

  #attemptSeries(result: AttemptResult, profile: string): AttemptSeries {
    const labels = { result, profile };
    const count = this.#registry.counter({
      name: 'scheduler_schedule_attempts_total',
      help: 'Attempts to place a pod, by how they ended.',
      labels: ['result', 'profile'],
    });
    const seconds = this.#registry.histogram({
      name: 'scheduler_scheduling_attempt_duration_seconds',
      help: 'How long attempts take, from the decision until it is written.',
      labels: ['result', 'profile'],
      buckets: doubling(0.001, 15),
    });
    return { count: count.series(labels), seconds: seconds.series(labels) };
  }

  #waitSeries(attempts: number): HistogramSeries {
    const seconds = this.#registry.histogram({
      name: 'scheduler_pod_scheduling_sli_duration_seconds',
      help: 'How long pods wait for their node, over all attempts, gates not counted.',
      labels: ['attempts'],
      buckets: doubling(0.01, 20),
    });
    return seconds.series({ attempts: attempts >= MOST_ATTEMPTS ? `${MOST_ATTEMPTS}+` : `${attempts}` });
  }

  #incomingSeries(event: IncomingEvent, queue: QueueName): CounterSeries {
    const count = this.#registry.counter({
      name: 'scheduler_queue_incoming_pods_total',
      help: 'Pods that came to wait, by why and for what.',
      labels: ['event', 'queue'],
    });
    return count.series({ event, queue });
  }
}
