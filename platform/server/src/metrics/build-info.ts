import { type MetricRegistry, ObservedMetric } from '@kubemin/base';

/** Tells which KubeMin this is, and what it runs on. */
export function addBuildInfo(registry: MetricRegistry, version: string): void {
  const observation = { labels: { version, node: process.version }, value: 1 };
  registry.add(
    new ObservedMetric({
      type: 'gauge',
      name: 'kubemin_build_info',
      help: 'Always 1: the labels tell the version.',
      labels: ['version', 'node'],
      read: () => [observation],
    }),
  );
}
