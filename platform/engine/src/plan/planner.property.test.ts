import { builtinRenderRegistry, createRenderer } from '@kubemin/render';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { builtinJobTypes } from '../steps/job-types/builtin.ts';
import { builtinStepTypes } from '../steps/step-types/builtin.ts';
import { allExecutions, allJobs, type Execution, type Plan, type PlannedJob } from '../task/plan.ts';
import { parseDocument } from '../test-support/documents.ts';
import { type RandomDocument, randomDocuments } from '../test-support/random-documents.ts';
import { JobTypeRegistry } from './job-type-registry.ts';
import { PRUNE } from './leftover.ts';
import { planWorkflow } from './planner.ts';
import { planRollouts } from './rollouts.ts';
import { StepTypeRegistry } from './step-type-registry.ts';

const registries = {
  jobTypes: new JobTypeRegistry(builtinJobTypes),
  stepTypes: new StepTypeRegistry(builtinStepTypes),
};
const renderer = createRenderer(builtinRenderRegistry);
const FULL = process.env.KUBEMIN_TEST_FULL === '1';

/** Reads, renders and plans as a run does, on top of what an older version delivered. */
function planned({ input, previous }: RandomDocument) {
  const render = (source: object) => renderer.render(parseDocument(source), { appId: 'app', componentIds: {} });
  const document = parseDocument(input);
  const { rendered, phased } = planRollouts(document, render(previous), render(input));
  return { document, rendered, phased, plan: planWorkflow({ document, rendered, phased, ...registries }) };
}

function jobsOfExecution({ buckets }: Execution): readonly PlannedJob[] {
  return buckets.flatMap(({ jobs }) => jobs);
}

/** The first and last execution that deliver something of each component. */
function spans(plan: Plan): ReadonlyMap<string, { readonly first: number; readonly last: number }> {
  const all = new Map<string, { first: number; last: number }>();
  for (const [index, execution] of allExecutions(plan).entries()) {
    for (const { component, kind } of jobsOfExecution(execution)) {
      if (kind === 'object') all.set(component, { first: all.get(component)?.first ?? index, last: index });
    }
  }
  return all;
}

function checkAny(name: string, check: (random: RandomDocument, made: ReturnType<typeof planned>) => void): void {
  test(name, () => {
    fc.assert(
      fc.property(randomDocuments, (random) => check(random, planned(random))),
      { numRuns: FULL ? 1_000 : 100 },
    );
  });
}

checkAny('nothing of a component starts before everything of what it depends on is through', (random, { plan }) => {
  const places = spans(plan);
  for (const [name, targets] of random.dependencies) {
    for (const target of targets) {
      expect(places.get(target)?.last, `${target} before ${name}`).toBeLessThan(places.get(name)?.first ?? -1);
    }
  }
});

checkAny('buckets go up in priority, and hold jobs of their own priority alone', (_, { plan }) => {
  for (const { buckets } of allExecutions(plan)) {
    const priorities = buckets.map(({ priority }) => priority);
    expect(priorities).toEqual([...new Set(priorities)].toSorted((left, right) => left - right));
    for (const { priority, jobs } of buckets) for (const job of jobs) expect(job.priority).toBe(priority);
  }
});

checkAny('steps, and sub steps that are not parallel, keep the order of the document', (_, { plan, document }) => {
  const places = allExecutions(plan).map(({ stepIndex, subStepIndex = 0 }) => stepIndex * 100 + subStepIndex);
  expect(places).toEqual(places.toSorted((left, right) => left - right));
  for (const execution of allExecutions(plan)) {
    const step = document.workflow[execution.stepIndex];
    expect(execution.step).toBe(step?.name);
    if (step?.mode === 'DAG') expect(execution.subStepIndex).toBeUndefined();
    else expect(execution.mode).toBe('serial');
  }
});

checkAny('every object is delivered once, and every step of another type is one job', (random, made) => {
  const jobs = allJobs(made.plan);
  const delivered = jobs.filter(({ type, kind }) => kind === 'object' && type !== PRUNE);
  for (const { component, object } of made.rendered) {
    if (made.phased.has(component)) continue;
    const own = delivered.filter((job) => job.kind === 'object' && job.rendered.object === object);
    expect(own).toHaveLength(1);
  }
  const typed = jobs.filter((job) => job.kind === 'step' && !made.phased.has(job.component));
  expect(typed.map(({ step, subStep = step }) => subStep).toSorted()).toEqual(random.typedSteps.toSorted());
});

checkAny('an update in phases applies, waits and removes in the order of its phases, in its own turn', (_, made) => {
  for (const [component, update] of made.phased) {
    const wanted = update.phases.flatMap(({ apply, gates, remove }) => [
      ...apply.map(() => 'apply'),
      ...gates.filter(({ kind }) => kind !== 'ready').map(({ kind }) => kind),
      ...remove.map(() => 'remove'),
    ]);
    const own = allJobs(made.plan).filter((job) => job.component === component);
    expect(own.map(phaseWord)).toEqual(wanted);
    for (const execution of allExecutions(made.plan)) {
      const jobs = jobsOfExecution(execution);
      if (jobs.some((job) => job.component === component)) {
        expect(jobs.every((job) => job.component === component)).toBe(true);
      }
    }
  }
});

checkAny('the same document gives the same plan, and no two jobs have one key', (random, { plan }) => {
  const keys = allJobs(plan).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(allJobs(planned(random).plan).map(({ key }) => key)).toEqual(keys);
});

function phaseWord(job: PlannedJob): string {
  if (job.kind === 'step') return 'goOnAfter' in job.properties ? 'pause' : 'approve';
  return job.type === PRUNE ? 'remove' : 'apply';
}
