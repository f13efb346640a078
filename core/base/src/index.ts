export { type BackoffOptions, backoffDelay } from './backoff.ts';
export { type Clock, systemClock } from './clock.ts';
export { Disposables, type Dispose } from './disposables.ts';
export { type ErrorDetails, KubeminError, RetryableError, TerminalError, toError } from './errors.ts';
export { formatGoDuration, parseGoDuration } from './go-duration.ts';
export { orderedId, randomId, randomString, shortId } from './ids.ts';
export { ListenError, listenError } from './listen-error.ts';
export { jsonLine, type LogFormat, type LogRecord, textLine } from './log-line.ts';
export {
  type JsonLoggerOptions,
  jsonLogger,
  type LogFields,
  type Logger,
  type LogLevel,
  silentLogger,
} from './logger.ts';
export { Counter, type CounterSeries } from './metrics/counter.ts';
export { Gauge, type GaugeSeries } from './metrics/gauge.ts';
export { Histogram, type HistogramOptions, type HistogramSeries } from './metrics/histogram.ts';
export type { LabelValues, Metric, MetricOptions, MetricSample, MetricType } from './metrics/metric.ts';
export { METRICS_CONTENT_TYPE, MetricRegistry } from './metrics/metric-registry.ts';
export { type Observation, ObservedMetric, type ObservedMetricOptions } from './metrics/observed-metric.ts';
export { escapeLabel } from './metrics/series-set.ts';
export { once } from './once.ts';
export { ownEntry } from './own-entry.ts';
export { type PeriodicTask, runPeriodically } from './periodic-task.ts';
export { type Random, systemRandom } from './random.ts';
export { closestName, listFirst } from './suggestion.ts';
export type { Span, SpanSink } from './tracing/span.ts';
export {
  formatTraceparent,
  newSpan,
  parseTraceparent,
  type TraceContext,
} from './tracing/trace-context.ts';
export { clearVault, type Vault } from './vault/vault.ts';
export { WakeSignal } from './wake-signal.ts';
