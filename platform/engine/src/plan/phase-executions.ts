import type { Gate, ObjectName, RenderedObject, UpdatePhase, UpdatePlan } from '@kubemin/render';
import { planMessages } from '../messages/index.ts';
import {
  type Bucket,
  type Execution,
  JOB_PRIORITIES,
  type JobPriority,
  PLAIN_FLOW,
  type PlannedJob,
} from '../task/index.ts';
import type { JobTypeRegistry } from './job-type-registry.ts';
import { PRUNE } from './leftover.ts';
import type { StepTypeRegistry } from './step-type-registry.ts';

/** What the jobs of a component's phases have in common. */
export interface PhasePlace extends Pick<PlannedJob, 'step' | 'stepIndex' | 'component' | 'flow'> {
  readonly subStep?: string;
  readonly subStepIndex?: number;
  readonly namespace: string;
  /** What all their keys begin with. */
  readonly prefix: string;
  readonly jobTypes: Pick<JobTypeRegistry, 'forObject'>;
  readonly stepTypes: Pick<StepTypeRegistry, 'get'>;
}

/**
 * A component's update in phases, as executions one after the other: what is applied, then its gates, then what goes.
 * The first of them knows the way back.
 */
export function phaseExecutions(place: PhasePlace, plan: UpdatePlan): readonly Execution[] {
  const executions = plan.phases.flatMap((phase) => planPhase(place, phase));
  const back = { ...place, prefix: `abort/${place.component}`, flow: PLAIN_FLOW };
  const jobs = plan.abort.flatMap((phase) =>
    planPhase(back, { ...phase, gates: [] }).flatMap(({ buckets }) => buckets.flatMap((bucket) => bucket.jobs)),
  );
  const abort = { component: place.component, jobs };
  return executions.map((execution, index) => (index === 0 ? { ...execution, abort } : execution));
}

function planPhase(place: PhasePlace, phase: UpdatePhase): readonly Execution[] {
  const { step, stepIndex, subStepIndex } = place;
  const base = { step, stepIndex, ...(subStepIndex !== undefined && { subStepIndex }), mode: 'serial' as const };
  const within = { ...place, prefix: `${place.prefix}/${phase.name}` };
  const applied = groupByPriority(phase.apply.map((rendered) => applyJob(within, rendered)));
  const gates = phase.gates.flatMap((gate, index) => gateJob(within, gate, index));
  const removed = phase.remove.map((name) => removeJob(within, name));
  const single = (job: PlannedJob): readonly Bucket[] => [{ priority: job.priority, jobs: [job] }];
  return [applied, ...gates.map(single), groupByPriority(removed)]
    .filter((buckets) => buckets.length > 0)
    .map((buckets) => ({ ...base, buckets }));
}

function groupByPriority(jobs: readonly PlannedJob[]): readonly Bucket[] {
  return JOB_PRIORITIES.map((priority) => ({ priority, jobs: jobs.filter((job) => job.priority === priority) })).filter(
    (bucket) => bucket.jobs.length > 0,
  );
}

function applyJob(place: PhasePlace, rendered: RenderedObject): PlannedJob {
  const { type } = place.jobTypes.forObject(rendered.object);
  return { ...commonFields(place), ...objectWork(place, rendered, type.priority), type: type.name };
}

function removeJob(place: PhasePlace, object: ObjectName): PlannedJob {
  const rendered = { component: place.component, object, onExisting: 'apply' } as const;
  return { ...commonFields(place), ...objectWork(place, rendered, 20), type: PRUNE };
}

/** Readiness needs no job of its own: whatever applies a workload waits for it. */
function gateJob(place: PhasePlace, gate: Gate, index: number): readonly PlannedJob[] {
  if (gate.kind === 'ready') return [];
  const name = 'approval';
  const { component, namespace } = place;
  const question =
    gate.kind === 'pause'
      ? planMessages.pauseQuestion({ component, seconds: gate.seconds })
      : planMessages.phaseQuestion({ component, question: gate.question });
  const properties = {
    message: question.message,
    ...(gate.kind === 'pause' && { goOnAfter: `${gate.seconds}s` }),
  };
  const { priority } = place.stepTypes.get(name, place.step);
  return [
    {
      ...commonFields(place),
      kind: 'step',
      key: `${place.prefix}/${name}/${index}`,
      flow: PLAIN_FLOW,
      type: name,
      priority,
      namespace,
      components: [component],
      properties,
      question,
    },
  ];
}

function commonFields({ step, stepIndex, subStep, component, flow }: PhasePlace) {
  return { step, stepIndex, ...(subStep !== undefined && { subStep }), component, flow };
}

function objectWork({ prefix }: PhasePlace, rendered: RenderedObject, priority: JobPriority) {
  const { kind, metadata } = rendered.object;
  const key = [prefix, kind, metadata.namespace ?? '', metadata.name ?? ''].join('/');
  return { kind: 'object' as const, key, priority, rendered };
}
