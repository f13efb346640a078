/**
 * Metrics and traces: counters, gauges and histograms in a `MetricRegistry` (text format of Prometheus), spans and
 * trace contexts (W3C traceparent), and an OTLP exporter that drops spans rather than wait for a slow collector. Series
 * are never dropped: values of labels must come from a small set, not from requests.
 */
export { Counter, type CounterSeries } from './metrics/counter.ts';
export { Gauge, type GaugeSeries } from './metrics/gauge.ts';
export { Histogram, type HistogramOptions, type HistogramSeries } from './metrics/histogram.ts';
export type { LabelValues, Metric, MetricOptions, MetricSample, MetricType } from './metrics/metric.ts';
export { METRICS_CONTENT_TYPE, MetricRegistry } from './metrics/metric-registry.ts';
export { type Observation, ObservedMetric, type ObservedMetricOptions } from './metrics/observed-metric.ts';
export { escapeLabel } from './metrics/series-set.ts';
export { OtlpExporter, type OtlpExporterOptions } from './tracing/otlp-exporter.ts';
export {
  formatTraceparent,
  newSpan,
  parseTraceparent,
  type Span,
  type SpanSink,
  type TraceContext,
} from './tracing/span.ts';
