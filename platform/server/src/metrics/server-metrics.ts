import { type Clock, type Logger, type MetricRegistry, ObservedMetric } from '@kubemin/base';
import type { Engine } from '@kubemin/engine';
import { addEngineMetrics } from './engine-metrics.ts';
import { FiguresService } from './figures-service.ts';
import { FiguresSnapshot } from './figures-snapshot.ts';
import { type MetricsAccess, MetricsService } from './metrics-service.ts';
import { RequestRecorder } from './request-recorder.ts';

/** What the server's metrics are made of. */
export interface ServerMetricsOptions {
  readonly registry: MetricRegistry;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly access: MetricsAccess;
}

/** Adds what a server counts and asks to the registry. */
export function serverMetrics({ registry, engine, clock, logger, access }: ServerMetricsOptions): {
  readonly service: MetricsService;
  readonly recorder: RequestRecorder;
} {
  const snapshot = new FiguresSnapshot({ figures: engine.figures, engine, clock, logger });
  addEngineMetrics(registry, engine, snapshot);
  const figures = new FiguresService(engine, clock);
  return {
    service: new MetricsService({ registry, snapshot, figures, access }),
    recorder: new RequestRecorder({ registry, clock, logger }),
  };
}

/** Exposes the version of KubeMin, and what it runs on. */
export function addBuildInfo(registry: MetricRegistry, version: string): void {
  const observation = { labels: { version, node: process.version }, value: 1 };
  registry.add(
    new ObservedMetric({
      type: 'gauge',
      name: 'kubemin_build_info',
      help: 'Always 1: the labels contain the version.',
      labels: ['version', 'node'],
      read: () => [observation],
    }),
  );
}
