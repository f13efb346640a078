import type { Clock, MetricRegistry } from '@kubemin/base';
import type { KubeletCall } from './kubelet-call.ts';

const LABELS = ['long_running', 'method', 'path', 'server_type'] as const;
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LONG_RUNNING = ['exec', 'attach', 'portForward'];
const METHODS = ['GET', 'HEAD', 'POST'];
const METRICS = ['cadvisor', 'probes', 'resource'];

/** Counts a request that begins, under the names that kubelets use; the result is to be called when it has ended. */
export function countRequest(
  { own: registry, clock }: { readonly own?: MetricRegistry | undefined; readonly clock: Clock },
  method: string,
  { root, at }: KubeletCall,
): () => void {
  if (registry === undefined) return () => undefined;
  // Values come from small sets, whatever clients send: series are kept.
  const labels = {
    long_running: String(LONG_RUNNING.includes(root)),
    method: METHODS.includes(method) ? method : 'other',
    path: root === 'metrics' && METRICS.includes(at.namespace) ? `${root}/${at.namespace}` : root,
    server_type: 'readwrite',
  };
  const inflight = registry
    .gauge({
      name: 'kubelet_http_inflight_requests',
      help: '[ALPHA] Number of the inflight http requests',
      labels: LABELS,
    })
    .series(labels);
  const requests = registry.counter({
    name: 'kubelet_http_requests_total',
    help: '[ALPHA] Number of the http requests received since the server started',
    labels: LABELS,
  });
  const durations = registry.histogram({
    name: 'kubelet_http_requests_duration_seconds',
    help: '[ALPHA] Duration in seconds to serve http requests',
    labels: LABELS,
    buckets: BUCKETS,
  });
  requests.series(labels).add();
  inflight.add(1);
  const startedMs = clock.monotonic();
  return () => {
    inflight.add(-1);
    durations.series(labels).observe((clock.monotonic() - startedMs) / 1000);
  };
}
