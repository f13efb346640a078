import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { formatFamilies, type MetricSeries } from './metric-families.ts';

/** In seconds; a probe may take one unless it states more. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A look at a container that has ended. */
export interface EndedProbe {
  readonly pod: Pod;
  readonly container: string;
  readonly kind: 'Startup' | 'Readiness' | 'Liveness';
  readonly isSuccess: boolean;
  readonly durationMs: number;
}

interface ProbeCount {
  readonly labels: MetricSeries['labels'];
  readonly uid: string;
  successful: number;
  failed: number;
  seconds: number;
  /** How many took at most as long as the bound at the same place. */
  readonly within: number[];
}

/** How often the probes of containers succeeded and failed, and how long they took, for `/metrics/probes`. */
export class ProbeCounts {
  readonly #counts = new Map<string, ProbeCount>();

  probed({ pod, container, kind, isSuccess, durationMs }: EndedProbe): void {
    const { name = '', namespace = '', uid = '' } = pod.metadata;
    const key = JSON.stringify([uid, container, kind]);
    const labels = { container, namespace, pod: name, probe_type: kind };
    const count: ProbeCount = this.#counts.get(key) ?? {
      ...{ labels, uid, successful: 0, failed: 0, seconds: 0 },
      within: BOUNDS.map(() => 0),
    };
    this.#counts.set(key, count);
    if (isSuccess) count.successful += 1;
    else count.failed += 1;
    count.seconds += durationMs / 1000;
    for (const [at, bound] of BOUNDS.entries())
      if (durationMs / 1000 <= bound) count.within[at] = (count.within[at] ?? 0) + 1;
  }

  /** The pod is not probed any more. */
  forget({ metadata }: Pod): void {
    for (const [key, { uid }] of this.#counts) if (uid === metadata.uid) this.#counts.delete(key);
  }

  text(): string {
    const all = [...this.#counts.values()];
    return formatFamilies([
      {
        name: 'prober_probe_duration_seconds',
        help: '[ALPHA] Duration in seconds for a probe response.',
        type: 'histogram',
        series: all.flatMap(durationSeries),
      },
      {
        name: 'prober_probe_total',
        help: '[BETA] Cumulative number of a liveness, readiness or startup probe for a container by result.',
        type: 'counter',
        series: all.flatMap(({ labels, uid, successful, failed }) =>
          Object.entries({ successful, failed }).flatMap(([result, value]) =>
            value === 0 ? [] : [{ labels: { ...labels, pod_uid: uid, result }, value }],
          ),
        ),
      },
    ]);
  }
}

function durationSeries({ labels, within, successful, failed, seconds }: ProbeCount): readonly MetricSeries[] {
  const total = successful + failed;
  const bounds = [...BOUNDS.map(String), '+Inf'];
  return [
    ...[...within, total].map((value, at) => ({
      suffix: '_bucket' as const,
      labels: { ...labels, le: bounds[at] ?? '+Inf' },
      value,
    })),
    { suffix: '_sum', labels, value: seconds },
    { suffix: '_count', labels, value: total },
  ];
}
