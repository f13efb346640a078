import type { Counter, Histogram, MetricRegistry } from '@kubemin/base';

type FunctionLabel = 'namespace' | 'function';

/** What the gateway measures. */
export interface GatewayMetrics {
  readonly calls: Counter<FunctionLabel | 'code'>;
  readonly duration: Histogram<FunctionLabel>;
  readonly coldStart: Histogram<FunctionLabel>;
}

const LABELS = ['namespace', 'function'] as const;
const CALL_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const START_SECONDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3, 6, 12, 30, 60];

export function gatewayMetrics(registry: MetricRegistry): GatewayMetrics {
  return {
    calls: registry.counter({
      name: 'kubemin_function_calls_total',
      help: 'Calls of functions by the status of their response.',
      labels: [...LABELS, 'code'],
    }),
    duration: registry.histogram({
      name: 'kubemin_function_call_duration_seconds',
      help: 'From the arrival of a call to the end of its response.',
      labels: LABELS,
      buckets: CALL_SECONDS,
    }),
    coldStart: registry.histogram({
      name: 'kubemin_function_cold_start_seconds',
      help: 'How long calls waited for the first instance of a function.',
      labels: LABELS,
      buckets: START_SECONDS,
    }),
  };
}
