import type { ApplicationUsage, PodUsage } from '@kubemin/client';

/** What one pod uses, all its containers together; a limit is there only if every container has one. */
export interface PodReading {
  readonly pod: string;
  readonly component: string | undefined;
  readonly cpuMillis: number | undefined;
  readonly cpuLimit: number | undefined;
  readonly memoryBytes: number | undefined;
  readonly memoryLimit: number | undefined;
}

export function podReading({ pod, component, containers }: PodUsage): PodReading {
  return {
    pod,
    component,
    cpuMillis: sum(containers.map(({ used }) => used?.cpuMillis)),
    cpuLimit: sum(containers.map(({ limits }) => limits.cpuMillis)),
    memoryBytes: sum(containers.map(({ used }) => used?.memoryBytes)),
    memoryLimit: sum(containers.map(({ limits }) => limits.memoryBytes)),
  };
}

/** Undefined unless all are known. */
function sum(values: readonly (number | undefined)[]): number | undefined {
  let total = 0;
  for (const value of values) {
    if (value === undefined) return undefined;
    total += value;
  }
  return values.length === 0 ? undefined : total;
}

/** What was read at one moment, by pod. */
export interface UsagePoint {
  readonly at: number;
  readonly cpu: ReadonlyMap<string, number>;
  readonly memory: ReadonlyMap<string, number>;
}

/** The newest points that are kept: about an hour. */
const MOST_POINTS = 720;

/** Adds a reading to those of before, the oldest are dropped. */
export function addPoint(points: readonly UsagePoint[], usage: ApplicationUsage, at: number): readonly UsagePoint[] {
  if (points.at(-1)?.at === at) return points;
  const readings = usage.pods.map(podReading);
  const values = (read: (reading: PodReading) => number | undefined): ReadonlyMap<string, number> =>
    new Map(
      readings.flatMap((reading) => {
        const value = read(reading);
        return value === undefined ? [] : [[reading.pod, value] as const];
      }),
    );
  const point = { at, cpu: values(({ cpuMillis }) => cpuMillis), memory: values(({ memoryBytes }) => memoryBytes) };
  return [...points, point].slice(-MOST_POINTS);
}
