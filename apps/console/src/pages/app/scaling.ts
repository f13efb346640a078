import type { Component } from '@kubemin/client';
import { quantityValue } from '@kubemin/model';
import * as z from 'zod';

const resourcesSchema = z.object({ cpu: z.string().optional(), memory: z.string().optional() });

/** What each replica of a component requests, in cores and bytes. */
export interface ReplicaRequest {
  readonly cpu?: number;
  readonly memory?: number;
}

export function replicaRequest({ traits }: Pick<Component, 'traits'>): ReplicaRequest {
  const { cpu, memory } = resourcesSchema.safeParse(traits.resources).data ?? {};
  return {
    ...(cpu !== undefined && { cpu: quantityValue(cpu) }),
    ...(memory !== undefined && { memory: quantityValue(memory) }),
  };
}

/** What each replica of a component asks for, such as `100m CPU · 96Mi`; '' where that is not stated. */
export function requestedResources({ traits }: Pick<Component, 'traits'>): string {
  const { cpu, memory } = resourcesSchema.safeParse(traits.resources).data ?? {};
  return [cpu !== undefined && `${cpu} CPU`, memory].filter(Boolean).join(' · ');
}

/** Of each resource of a cluster, what no pod has requested. */
interface FreeAmounts {
  readonly resources: readonly { readonly resource: string; readonly free: string }[];
}

/** What a cluster has left, in cores and bytes; undefined where that is not known. */
export function freeResources(capacity: FreeAmounts | undefined): ReplicaRequest {
  const free = (name: string): number | undefined => {
    const found = capacity?.resources.find(({ resource }) => resource === name);
    return found === undefined ? undefined : quantityValue(found.free);
  };
  const [cpu, memory] = [free('cpu'), free('memory')];
  return { ...(cpu !== undefined && { cpu }), ...(memory !== undefined && { memory }) };
}

/** Whether so many more replicas need more than is free; of what is not known, nothing is. */
export function exceedsFree(more: number, request: ReplicaRequest, free: ReplicaRequest): boolean {
  if (more <= 0) return false;
  return (['cpu', 'memory'] as const).some((name) => {
    const [wanted, left] = [request[name], free[name]];
    return wanted !== undefined && left !== undefined && wanted * more > left;
  });
}

const metricSchema = z.object({ utilization: z.number().optional(), averageValue: z.string().optional() });
const autoscalingSchema = z.object({
  min: z.number().default(1),
  max: z.number(),
  cpu: metricSchema.optional(),
  memory: metricSchema.optional(),
});

/** Between how many replicas a component is scaled, and by what. */
export interface Autoscaling {
  readonly min: number;
  readonly max: number;
  /** Percent of the requested CPU that replicas shall use on average. */
  readonly cpuTarget?: number;
  /** The targets as they are written: `CPU 70 %`, `memory 500Mi`. */
  readonly targets: readonly string[];
}

export function autoscaling({ traits }: Pick<Component, 'traits'>): Autoscaling | undefined {
  const found = autoscalingSchema.safeParse(traits.autoscaling).data;
  if (found === undefined) return undefined;
  const { min, max, cpu, memory } = found;
  const target = (name: string, metric: typeof cpu): readonly string[] =>
    metric === undefined
      ? []
      : [`${name} ${metric.utilization === undefined ? (metric.averageValue ?? '') : `${metric.utilization} %`}`];
  return {
    ...{ min, max, targets: [...target('CPU', cpu), ...target('memory', memory)] },
    ...(cpu?.utilization !== undefined && { cpuTarget: cpu.utilization }),
  };
}
