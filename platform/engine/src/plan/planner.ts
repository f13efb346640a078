import type { RenderedObject, UpdatePlan } from '@kubemin/render';
import { planMessages } from '../messages/index.ts';
import {
  type Bucket,
  type Execution,
  JOB_PRIORITIES,
  PLAIN_FLOW,
  type Plan,
  PlanError,
  type PlannedJob,
  type Stage,
  stepFlow,
} from '../task/index.ts';
import { checkDependencies, type Dependencies, dependencyWaves } from './dependency-waves.ts';
import type { JobTypeRegistry } from './job-type-registry.ts';
import { type Leftover, withPruning } from './leftover.ts';
import { phaseExecutions } from './phase-executions.ts';
import { DEPLOY, type PlanDocument, type StepGroup, type StepPart, stepGroups } from './step-group.ts';
import type { StepTypeRegistry } from './step-type-registry.ts';

/** What a plan is made from; the rendered objects must come from this very document. */
export interface PlanInput {
  readonly document: PlanDocument;
  readonly rendered: readonly RenderedObject[];
  readonly jobTypes: Pick<JobTypeRegistry, 'forObject'>;
  readonly stepTypes: Pick<StepTypeRegistry, 'get'>;
  /** Components whose update goes in phases. @default none */
  readonly phased?: ReadonlyMap<string, UpdatePlan>;
  /** What is in the cluster of this application and not among the rendered objects. @default nothing */
  readonly leftovers?: readonly Leftover[];
}

/** Parts of one group that nothing holds back from each other. */
interface Wave extends StepGroup {
  /** Place among all waves of the document. */
  readonly index: number;
}

/**
 * Turns a document's workflow and its rendered objects into stages of executions of priority buckets. Pure: the same
 * input gives the same plan, keys included. Throws PlanError when the workflow contradicts itself.
 */
export function planWorkflow(input: PlanInput): Plan {
  const { document } = input;
  const dependencies: Dependencies = new Map(document.component.map((each) => [each.name, each.dependsOn ?? []]));
  checkDependencies(dependencies);
  const waves = stepGroups(document)
    .flatMap((group) => splitIntoWaves(group, dependencies))
    .map((group, index): Wave => ({ ...group, index }));
  checkOrder(waves, dependencies);
  const objects = Map.groupBy(input.rendered, (each) => each.component);
  const executions = waves
    .flatMap((wave) => [planExecution(wave, { ...input, objects }), ...planPhases(wave, input)])
    .filter((execution) => execution.buckets.length > 0);
  return {
    stages: groupIntoStages(document, withPruning(executions, input.leftovers ?? [], document.workflow.length)),
  };
}

/** Steps of other types than deploying wait for nothing inside their group, so they go with the first wave. */
function splitIntoWaves(group: StepGroup, dependencies: Dependencies): readonly StepGroup[] {
  const others = group.parts.filter(({ type }) => type !== DEPLOY);
  const waves = dependencyWaves(deliveredBy(group), dependencies).map((components) => {
    const members = new Set(components);
    return group.parts
      .filter(({ type }) => type === DEPLOY)
      .map((part) => ({ ...part, components: part.components.filter((name) => members.has(name)) }));
  });
  const [first = [], ...rest] = waves;
  return [[...first, ...others], ...rest].map((parts) => ({ ...group, parts }));
}

function deliveredBy({ parts }: StepGroup): readonly string[] {
  return parts.flatMap(({ type, components }) => (type === DEPLOY ? components : []));
}

interface ExecutionInput extends PlanInput {
  readonly objects: ReadonlyMap<string, readonly RenderedObject[]>;
}

function planExecution(wave: Wave, input: ExecutionInput): Execution {
  const jobs = wave.parts.flatMap((part) =>
    part.type === DEPLOY
      ? withoutPhases(part, input).flatMap((component) => planComponent({ wave, part, component, input }))
      : [planStepJob({ wave, part, input })],
  );
  const buckets = JOB_PRIORITIES.map((priority): Bucket => {
    return { priority, jobs: jobs.filter((job) => job.priority === priority) };
  });
  return {
    step: wave.step,
    stepIndex: wave.stepIndex,
    ...(wave.subStepIndex !== undefined && { subStepIndex: wave.subStepIndex }),
    mode: wave.mode,
    buckets: buckets.filter((bucket) => bucket.jobs.length > 0),
  };
}

function withoutPhases({ components }: StepPart, { phased }: PlanInput): readonly string[] {
  return components.filter((name) => phased?.has(name) !== true);
}

/** Updates in phases come after what else there is in their wave, one component after the other. */
function planPhases(wave: Wave, { phased, document, jobTypes, stepTypes }: PlanInput): readonly Execution[] {
  return wave.parts.flatMap((part) =>
    part.components.flatMap((component) => {
      const plan = part.type === DEPLOY ? phased?.get(component) : undefined;
      if (plan === undefined) return [];
      const { subStepIndex } = wave;
      const place = { ...commonFields(wave, part), ...(subStepIndex !== undefined && { subStepIndex }) };
      const prefix = `${wave.index}/${component}`;
      const namespace = document.namespace ?? '';
      return phaseExecutions({ ...place, component, namespace, prefix, jobTypes, stepTypes }, plan);
    }),
  );
}

function planStepJob(at: { readonly wave: Wave; readonly part: StepPart; readonly input: PlanInput }): PlannedJob {
  const { wave, part, input } = at;
  const type = input.stepTypes.get(part.type, part.path);
  const [only = '', ...more] = part.components;
  return {
    kind: 'step',
    key: [wave.index, 'step', type.name, part.name].join('/'),
    ...commonFields(wave, part),
    priority: type.priority,
    component: more.length > 0 ? '' : only,
    type: type.name,
    namespace: input.document.namespace ?? '',
    components: part.components,
    properties: part.properties,
  };
}

function commonFields(wave: StepGroup, { subStep, flow }: StepPart) {
  return { step: wave.step, stepIndex: wave.stepIndex, ...(subStep !== undefined && { subStep }), flow };
}

/** A component's jobs follow the order of the registry (a workload before its service), then that of rendering. */
function planComponent(at: {
  readonly wave: Wave;
  readonly part: StepPart;
  readonly component: string;
  readonly input: ExecutionInput;
}): readonly PlannedJob[] {
  const ranked = (at.input.objects.get(at.component) ?? []).map((rendered) => {
    const { type, rank } = at.input.jobTypes.forObject(rendered.object);
    const { kind, metadata } = rendered.object;
    const job: PlannedJob = {
      kind: 'object',
      key: [at.wave.index, at.component, type.name, kind, metadata.namespace ?? '', metadata.name ?? ''].join('/'),
      ...commonFields(at.wave, at.part),
      priority: type.priority,
      component: at.component,
      type: type.name,
      rendered,
    };
    return { job, rank };
  });
  const jobs = ranked.toSorted((left, right) => left.rank - right.rank).map(({ job }) => job);
  const seen = new Set<string>();
  for (const { key } of jobs) {
    if (seen.has(key)) {
      const problem = planMessages.renderedTwice({ name: key.split('/')[3] ?? '', key });
      throw new PlanError(`component ${at.component}`, problem);
    }
    seen.add(key);
  }
  return jobs;
}

/** A later step cannot deliver what an earlier one depends on. What no step delivers may be in the cluster already. */
function checkOrder(waves: readonly StepGroup[], dependencies: Dependencies): void {
  const firstDelivery = new Map<string, number>();
  for (const [index, wave] of waves.entries()) {
    for (const component of deliveredBy(wave)) {
      if (!firstDelivery.has(component)) firstDelivery.set(component, index);
    }
  }
  for (const [index, wave] of waves.entries()) {
    for (const component of deliveredBy(wave)) {
      for (const dependency of dependencies.get(component) ?? []) {
        if ((firstDelivery.get(dependency) ?? -1) < index) continue;
        const step = waves[firstDelivery.get(dependency) ?? 0]?.path ?? '';
        throw new PlanError(wave.path, planMessages.deliveredLater({ component, dependency, step }));
      }
    }
  }
}

/**
 * Puts executions under the steps and sub steps they belong to. Every step of the document becomes a stage, also one
 * that has nothing to do: later ones may ask how it ended.
 */
function groupIntoStages(document: PlanDocument, executions: readonly Execution[]): readonly Stage[] {
  const steps = document.workflow.map((step, stepIndex): Stage => {
    const path = `workflow[${stepIndex}]`;
    const own = executions.filter((execution) => execution.stepIndex === stepIndex);
    const subSteps = (step.subSteps ?? []).map(({ name, ...subStep }, index) => ({
      name,
      flow: stepFlow(subStep, `${path}.subSteps[${index}]`),
    }));
    const serial = step.mode !== 'DAG' && subSteps.length > 0;
    return {
      name: step.name,
      flow: stepFlow(step, path),
      stages: serial ? subSteps.map((subStep, index) => subStage(subStep, index, own)) : [],
      members: serial ? [] : subSteps,
      executions: own.filter(({ subStepIndex }) => subStepIndex === undefined),
    };
  });
  const after = executions.filter(({ stepIndex }) => stepIndex >= document.workflow.length);
  return [...steps, ...after.map((execution) => plainStage(execution.step, [execution]))];
}

function subStage(subStep: Pick<Stage, 'name' | 'flow'>, index: number, executions: readonly Execution[]): Stage {
  const own = executions.filter(({ subStepIndex }) => subStepIndex === index);
  return { ...plainStage(subStep.name, own), flow: subStep.flow };
}

function plainStage(name: string, executions: readonly Execution[]): Stage {
  return { name, flow: PLAIN_FLOW, stages: [], members: [], executions };
}
