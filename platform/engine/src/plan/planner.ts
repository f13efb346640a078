import type { RenderedObject } from '@kubemin/render';
import type { JobTypeRegistry } from '../job-type-registry.ts';
import { checkDependencies, type Dependencies, dependencyWaves } from './dependency-waves.ts';
import { type Leftover, withPruning } from './leftover.ts';
import { type Bucket, type Execution, JOB_PRIORITIES, type Plan, type PlannedJob } from './plan.ts';
import { PlanError } from './plan-error.ts';
import { type PlanDocument, type StepGroup, stepGroups } from './step-group.ts';

/** What a plan is made from; the rendered objects must come from this very document. */
export interface PlanInput {
  readonly document: PlanDocument;
  readonly rendered: readonly RenderedObject[];
  readonly jobTypes: Pick<JobTypeRegistry, 'forObject'>;
  /** What is in the cluster of this application and not among the rendered objects. @default nothing */
  readonly leftovers?: readonly Leftover[];
}

/**
 * Turns a document's workflow and its rendered objects into executions of priority buckets. Pure: the same input gives
 * the same plan, keys included. Throws PlanError when the workflow contradicts itself.
 */
export function planWorkflow(input: PlanInput): Plan {
  const { document } = input;
  const dependencies: Dependencies = new Map(document.component.map((each) => [each.name, each.dependsOn ?? []]));
  checkDependencies(dependencies);
  refuseFetching(input.rendered);
  const waves = stepGroups(document).flatMap((group) =>
    dependencyWaves(group.components, dependencies).map((components) => ({ ...group, components })),
  );
  checkOrder(waves, dependencies);
  const objects = Map.groupBy(input.rendered, (each) => each.component);
  const executions = waves
    .map((wave, index) => planExecution(wave, index, { ...input, objects }))
    .filter((execution) => execution.buckets.length > 0);
  return { executions: withPruning(executions, input.leftovers ?? [], document.workflow.length) };
}

/** Applied as it is, an object whose data has yet to be fetched would be empty. */
function refuseFetching(rendered: readonly RenderedObject[]): void {
  const fetched = rendered.find((each) => each.dataFrom !== undefined);
  if (fetched?.dataFrom === undefined) return;
  const message = `its data is at ${fetched.dataFrom.url}, and fetching is not available; put the data into "conf"`;
  throw new PlanError(`component "${fetched.component}"`, message);
}

interface ExecutionInput extends PlanInput {
  readonly objects: ReadonlyMap<string, readonly RenderedObject[]>;
}

function planExecution(wave: StepGroup, index: number, input: ExecutionInput): Execution {
  const jobs = wave.components.flatMap((component) => planComponent({ wave, index, component, input }));
  const buckets = JOB_PRIORITIES.map((priority): Bucket => {
    return { priority, jobs: jobs.filter((job) => job.priority === priority) };
  });
  return {
    step: wave.step,
    stepIndex: wave.stepIndex,
    mode: wave.mode,
    buckets: buckets.filter((bucket) => bucket.jobs.length > 0),
  };
}

/** A component's jobs follow the order of the registry (a workload before its service), then that of rendering. */
function planComponent(at: {
  readonly wave: StepGroup;
  readonly index: number;
  readonly component: string;
  readonly input: ExecutionInput;
}): readonly PlannedJob[] {
  const ranked = (at.input.objects.get(at.component) ?? []).map((rendered) => {
    const { type, rank } = at.input.jobTypes.forObject(rendered.object);
    const { kind, metadata } = rendered.object;
    const job: PlannedJob = {
      key: [at.index, at.component, type.name, kind, metadata.namespace ?? '', metadata.name ?? ''].join('/'),
      step: at.wave.step,
      stepIndex: at.wave.stepIndex,
      priority: type.priority,
      component: at.component,
      type: type.name,
      rendered,
    };
    return { job, rank };
  });
  const jobs = ranked.toSorted((left, right) => left.rank - right.rank).map(({ job }) => job);
  const seen = new Set<string>();
  for (const { key, rendered } of jobs) {
    const { kind, metadata } = rendered.object;
    if (seen.has(key)) throw new PlanError(`component ${at.component}`, `renders ${kind} "${metadata.name}" twice`);
    seen.add(key);
  }
  return jobs;
}

/** A later step cannot deliver what an earlier one depends on. What no step delivers may be in the cluster already. */
function checkOrder(waves: readonly StepGroup[], dependencies: Dependencies): void {
  const firstDelivery = new Map<string, number>();
  for (const [index, wave] of waves.entries()) {
    for (const component of wave.components) {
      if (!firstDelivery.has(component)) firstDelivery.set(component, index);
    }
  }
  for (const [index, wave] of waves.entries()) {
    for (const component of wave.components) {
      for (const dependency of dependencies.get(component) ?? []) {
        if ((firstDelivery.get(dependency) ?? -1) < index) continue;
        const later = waves[firstDelivery.get(dependency) ?? 0]?.path;
        throw new PlanError(
          wave.path,
          `delivers "${component}", which depends on "${dependency}", but that is only delivered by ${later}; ` +
            `move "${dependency}" to this step or an earlier one`,
        );
      }
    }
  }
}
