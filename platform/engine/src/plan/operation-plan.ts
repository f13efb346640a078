import type { RenderedObject } from '@kubemin/render';
import { type Execution, PLAIN_FLOW, type Plan, type PlannedJob, type StepFlow } from '../task/index.ts';

/** Undoing half an operation would be an operation that was not requested. */
export const OPERATION_FLOW: StepFlow = { ...PLAIN_FLOW, onFailure: 'keep' };

/** A run of one step; its groups of jobs follow each other, and the jobs of a group run together. */
export function planOperation(step: string, groups: readonly (readonly PlannedJob[])[]): Plan {
  const executions = groups
    .filter((jobs) => jobs.length > 0)
    .map((jobs): Execution => ({ step, stepIndex: 0, mode: 'parallel', buckets: [{ priority: 20, jobs }] }));
  return { stages: [{ name: step, flow: OPERATION_FLOW, stages: [], members: [], executions }] };
}

/** A job of one type for each workload of some components. */
export function workloadJobs(
  type: string,
  rendered: readonly RenderedObject[],
  which: { readonly components: readonly string[]; readonly kinds: readonly string[] },
): readonly PlannedJob[] {
  return rendered
    .filter(({ component, object }) => which.components.includes(component) && which.kinds.includes(object.kind))
    .map((each) => operationJob(type, each));
}

/** One object's job in a run of one step, named as its type. */
export function operationJob(type: string, rendered: RenderedObject, step = type): PlannedJob {
  const { kind, metadata } = rendered.object;
  return {
    kind: 'object',
    key: [type, kind, metadata.namespace ?? '', metadata.name ?? ''].join('/'),
    step,
    stepIndex: 0,
    priority: 20,
    component: rendered.component,
    type,
    flow: OPERATION_FLOW,
    rendered,
  };
}
