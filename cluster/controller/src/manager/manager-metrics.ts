import { type Clock, Counter, Gauge, Histogram, type Metric, type MetricRegistry } from '@kubemin/base';
import type { ControllerGauges, ReconcileMetrics } from '../reconcile/index.ts';
import { type CachedObjects, gaugeMetrics } from './gauge-metrics.ts';

const QUEUE_SECONDS = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000];
const RECONCILE_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600];

/**
 * The metrics of one manager, under the names that dashboards for controllers use. Created once: a registry rejects
 * duplicate names, and counters continue across terms.
 */
export class ManagerMetrics {
  readonly #gauges = new Map<string, ControllerGauges[]>();
  #cached: () => Iterable<CachedObjects> = () => [];
  readonly #adds = queueCounter('workqueue_adds_total', 'Keys added that were not waiting already.');
  readonly #retries = queueCounter('workqueue_retries_total', 'Keys put back after a failure.');
  readonly #waits = queueHistogram('workqueue_queue_duration_seconds', 'How long keys wait for a worker.');
  readonly #works = queueHistogram('workqueue_work_duration_seconds', 'How long workers have a key.');
  readonly #total = new Counter({
    name: 'controller_runtime_reconcile_total',
    help: 'Reconciles by how they ended.',
    labels: ['controller', 'result'],
  });
  readonly #errors = counter('controller_runtime_reconcile_errors_total', 'Reconciles that failed.');
  readonly #terminalErrors = counter(
    'controller_runtime_terminal_reconcile_errors_total',
    'Reconciles that failed and are not tried again.',
  );
  readonly #times = new Histogram({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'How long reconciles take.',
    labels: ['controller'],
    buckets: RECONCILE_SECONDS,
  });
  readonly #hookFailures = counter('kubemin_controller_hook_failures_total', 'Failures of hooks after the cache sync.');
  readonly #droppedEvents = new Counter({
    name: 'kubemin_events_dropped_total',
    help: 'Events that were not written because there were too many.',
    labels: [],
  });
  readonly #leading = new Gauge({
    name: 'leader_election_master_status',
    help: 'Whether this process leads.',
    labels: ['name'],
  });

  constructor(registry: MetricRegistry, clock: Clock) {
    const counted: readonly Metric[] = [
      ...[this.#adds, this.#retries, this.#waits, this.#works],
      ...[this.#total, this.#errors, this.#terminalErrors, this.#times, this.#hookFailures, this.#leading],
      this.#droppedEvents,
    ];
    for (const metric of counted) registry.add(metric);
    for (const metric of gaugeMetrics({ clock, gauges: this.#gauges, cached: () => this.#cached() }))
      registry.add(metric);
  }

  /** Resets the gauges of the last term; counters are kept. */
  beginTerm(cached: () => Iterable<CachedObjects>): void {
    this.#gauges.clear();
    this.#cached = cached;
  }

  setLeading(lease: string, isLeading: boolean): void {
    this.#leading.series({ name: lease }).set(isLeading ? 1 : 0);
  }

  countHookFailure(controller: string): void {
    this.#hookFailures.series({ controller }).add();
  }

  countDroppedEvent(): void {
    this.#droppedEvents.series({}).add();
  }

  /** The metrics of one controller. The series are looked up once, so that counting is only an addition. */
  forController(controller: string): ReconcileMetrics {
    const name = controller;
    const [adds, retries] = [this.#adds.series({ name }), this.#retries.series({ name })];
    const [waits, works] = [this.#waits.series({ name }), this.#works.series({ name })];
    const [errors, terminalErrors] = [this.#errors.series({ controller }), this.#terminalErrors.series({ controller })];
    const times = this.#times.series({ controller });
    const failures = this.#total.series({ controller, result: 'error' });
    const results = {
      success: this.#total.series({ controller, result: 'success' }),
      requeue_after: this.#total.series({ controller, result: 'requeue_after' }),
      error: failures,
      terminal_error: failures,
    };
    const gauges: ControllerGauges[] = [];
    this.#gauges.set(controller, gauges);
    return {
      queue: {
        added: () => adds.add(),
        taken: (ms) => waits.observe(ms / 1000),
        done: (ms) => works.observe(ms / 1000),
        retried: () => retries.add(),
      },
      reconciled: (outcome, ms) => {
        times.observe(ms / 1000);
        results[outcome].add();
        if (results[outcome] === failures) errors.add();
        if (outcome === 'terminal_error') terminalErrors.add();
      },
      observe: (given) => gauges.push(given),
    };
  }
}

function counter(name: string, help: string): Counter<'controller'> {
  return new Counter({ name, help, labels: ['controller'] });
}

function queueCounter(name: string, help: string): Counter<'name'> {
  return new Counter({ name, help, labels: ['name'] });
}

function queueHistogram(name: string, help: string): Histogram<'name'> {
  return new Histogram({ name, help, labels: ['name'], buckets: QUEUE_SECONDS });
}
