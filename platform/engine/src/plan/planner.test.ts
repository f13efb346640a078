import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtinJobTypes } from '../steps/job-types/builtin.ts';
import { builtinStepTypes } from '../steps/step-types/builtin.ts';
import type { JobType } from '../task/job-type.ts';
import { allExecutions, allJobs, type Plan, type PlannedJob } from '../task/plan.ts';
import { JobTypeRegistry } from './job-type-registry.ts';
import { planWorkflow } from './planner.ts';
import type { PlanDocument } from './step-group.ts';
import { StepTypeRegistry } from './step-type-registry.ts';

const jobTypes = new JobTypeRegistry(builtinJobTypes);
const stepTypes = new StepTypeRegistry(builtinStepTypes);

function rendered(component: string, kind: string, name = component) {
  return { component, object: { apiVersion: 'v1', kind, metadata: { name } }, onExisting: 'apply' as const };
}

function step(name: string, components: readonly string[], mode: 'StepByStep' | 'DAG' = 'StepByStep') {
  return { name, mode, components };
}

function jobKind(job: PlannedJob): string {
  return job.kind === 'object' ? job.rendered.object.kind : job.type;
}

/** Buckets as text: `0: a b | 10: c`. */
function shape(plan: Plan): readonly string[] {
  return allExecutions(plan).map(({ buckets }) =>
    buckets
      .map(({ priority, jobs }) => `${priority}: ${jobs.map((job) => `${job.component}/${jobKind(job)}`).join(' ')}`)
      .join(' | '),
  );
}

describe('the worked example of the workflow guide', () => {
  const components = ['c1', 'd1', 'c2', 'd2', 'c3'];
  const document = (mode: 'StepByStep' | 'DAG'): PlanDocument => ({
    component: components.map((name) => ({ name })),
    workflow: [step('all', components, mode)],
  });
  const objects = components.map((name) => rendered(name, name.startsWith('c') ? 'ConfigMap' : 'Deployment'));

  test.each(['StepByStep', 'DAG'] as const)('%s groups priorities over the whole step', (mode) => {
    const plan = planWorkflow({ document: document(mode), rendered: objects, jobTypes, stepTypes });
    expect(shape(plan)).toEqual(['0: c1/ConfigMap c2/ConfigMap c3/ConfigMap | 10: d1/Deployment d2/Deployment']);
    expect(allExecutions(plan)[0]?.mode).toBe(mode === 'DAG' ? 'parallel' : 'serial');
  });
});

test('the example of two steps: a config first, then both services with their workloads in one bucket', () => {
  const document = {
    component: [{ name: 'config' }, { name: 'api' }, { name: 'web' }],
    workflow: [step('config-step', ['config']), step('services', ['api', 'web'], 'DAG')],
  };
  const services = ['api', 'web'].flatMap((name) => [rendered(name, 'Deployment'), rendered(name, 'Service')]);
  const plan = planWorkflow({
    document,
    rendered: [rendered('config', 'ConfigMap'), ...services],
    jobTypes,
    stepTypes,
  });
  expect(shape(plan)).toEqual(['0: config/ConfigMap', '10: api/Deployment api/Service web/Deployment web/Service']);
  expect(allExecutions(plan).map(({ mode }) => mode)).toEqual(['serial', 'parallel']);
});

test("a component's service comes right after its workload, before the next component", () => {
  const plan = planWorkflow({
    document: { component: [{ name: 'a' }, { name: 'b' }], workflow: [step('s', ['a', 'b'])] },
    rendered: [rendered('a', 'Service'), rendered('a', 'Deployment'), rendered('b', 'Deployment')],
    jobTypes,
    stepTypes,
  });
  expect(shape(plan)).toEqual(['10: a/Deployment a/Service b/Deployment']);
});

test('sub steps: one execution each when serial, one for all when parallel', () => {
  const subSteps = [
    { name: 'x', components: ['a', 'b'] },
    { name: 'y', components: ['c', 'a'] },
  ];
  const objects = ['a', 'b', 'c'].map((name) => rendered(name, 'ConfigMap'));
  const component = ['a', 'b', 'c'].map((name) => ({ name }));
  const planFor = (mode: 'StepByStep' | 'DAG') =>
    planWorkflow({
      document: { component, workflow: [{ name: 's', mode, components: [], subSteps }] },
      rendered: objects,
      jobTypes,
      stepTypes,
    });
  expect(shape(planFor('StepByStep'))).toEqual(['0: a/ConfigMap b/ConfigMap', '0: c/ConfigMap a/ConfigMap']);
  expect(shape(planFor('DAG'))).toEqual(['0: a/ConfigMap b/ConfigMap c/ConfigMap']);
  expect(allExecutions(planFor('DAG'))[0]?.mode).toBe('parallel');
});

test('a step without components stands for the component of its name', () => {
  const plan = planWorkflow({
    document: { component: [{ name: 'web' }], workflow: [step('web', [])] },
    rendered: [rendered('web', 'Deployment')],
    jobTypes,
    stepTypes,
  });
  expect(shape(plan)).toEqual(['10: web/Deployment']);
});

test('dependsOn holds back even the configuration of the dependent, in DAG mode too', () => {
  const plan = planWorkflow({
    document: {
      component: [{ name: 'web', dependsOn: ['db'] }, { name: 'db' }],
      workflow: [step('all', ['web', 'db'], 'DAG')],
    },
    rendered: [rendered('web', 'ConfigMap'), rendered('web', 'Deployment'), rendered('db', 'StatefulSet')],
    jobTypes,
    stepTypes,
  });
  expect(shape(plan)).toEqual(['10: db/StatefulSet', '0: web/ConfigMap | 10: web/Deployment']);
});

describe('leftovers', () => {
  const leftover = (component: string, kind: string, after: 'component' | 'run') => {
    const object = { apiVersion: 'v1', kind, metadata: { name: `old-${component}` } };
    return { component, object, after };
  };
  const document = { component: [{ name: 'a' }, { name: 'b' }], workflow: [step('s', ['a']), step('t', ['b', 'a'])] };
  const objects = [rendered('a', 'StatefulSet'), rendered('b', 'Deployment')];

  test('go after the last delivery of what takes over, or after everything when nothing does', () => {
    const leftovers = [
      leftover('a', 'Deployment', 'component'),
      leftover('a', 'ConfigMap', 'run'),
      leftover('gone', 'Deployment', 'component'),
    ];
    const plan = planWorkflow({ document, rendered: objects, jobTypes, stepTypes, leftovers });
    expect(shape(plan)).toEqual([
      '10: a/StatefulSet',
      '10: b/Deployment a/StatefulSet | 20: a/Deployment',
      '20: a/ConfigMap gone/Deployment',
    ]);
    expect(allExecutions(plan).at(-1)).toMatchObject({ step: 'prune', stepIndex: 2, mode: 'parallel' });
  });

  test('keep their keys when fewer are found after a restart', () => {
    const all = [
      leftover('a', 'Deployment', 'component'),
      leftover('b', 'ConfigMap', 'run'),
      leftover('c', 'Secret', 'run'),
    ];
    const keys = (leftovers: readonly ReturnType<typeof leftover>[]) =>
      allJobs(planWorkflow({ document, rendered: objects, jobTypes, stepTypes, leftovers })).map((job) => job.key);
    expect(new Set(keys(all)).size).toBe(6);
    expect(keys(all)).toEqual(expect.arrayContaining([...keys(all.slice(1))]));
  });
});

describe('refused, with the place and what to do', () => {
  const plan = (document: PlanDocument, objects: Parameters<typeof planWorkflow>[0]['rendered'] = []) =>
    planWorkflow({ document, rendered: objects, jobTypes, stepTypes });

  test.each<readonly [string, PlanDocument, RegExp]>([
    [
      'a step that names an unknown component',
      { component: [{ name: 'web' }], workflow: [step('s', ['wbe'])] },
      /workflow\[0\]: component "wbe" does not exist; the application has: web/,
    ],
    [
      'components that depend on each other in a circle',
      {
        component: [
          { name: 'a', dependsOn: ['b'] },
          { name: 'b', dependsOn: ['c'] },
          { name: 'c', dependsOn: ['a'] },
        ],
        workflow: [step('s', ['a'])],
      },
      /a → b → c → a; remove one/,
    ],
    [
      'a dependency on nothing',
      { component: [{ name: 'a', dependsOn: ['x'] }], workflow: [step('s', ['a'])] },
      /"a" depends on "x"/,
    ],
    [
      'steps in the wrong order',
      { component: [{ name: 'a', dependsOn: ['b'] }, { name: 'b' }], workflow: [step('s', ['a']), step('t', ['b'])] },
      /workflow\[0\]: delivers "a".*"b".*workflow\[1\]; move "b"/,
    ],
    [
      'components beside sub steps',
      {
        component: [{ name: 'a' }],
        workflow: [{ ...step('s', ['a']), subSteps: [{ name: 'x', components: ['a'] }] }],
      },
      /both components and subSteps/,
    ],
  ])('%s', (_name, document, words) => {
    expect(() => plan(document)).toThrow(words);
  });

  test('a kind that no job type delivers', () => {
    const document = { component: [{ name: 'a' }], workflow: [step('s', ['a'])] };
    expect(() => plan(document, [rendered('a', 'Widget')])).toThrow(/no job type delivers Widget "a"; register one/);
  });
});

test('two job types for one kind are refused', () => {
  const type = (name: string): JobType => ({ name, kinds: ['X'], priority: 0, run: async () => undefined });
  expect(() => new JobTypeRegistry([type('a'), type('b')])).toThrow(/"a" and "b" both deliver X/);
  expect(() => new JobTypeRegistry([type('a'), { ...type('a'), kinds: [] }])).toThrow(/two job types are called "a"/);
});

const KINDS = ['ConfigMap', 'Secret', 'PersistentVolumeClaim', 'Deployment', 'StatefulSet', 'Service'] as const;

/** Documents whose dependencies only point to components with a smaller number, so that no circle can arise. */
const documents = fc
  .array(
    fc.record({
      kinds: fc.uniqueArray(fc.constantFrom(...KINDS), { minLength: 1 }),
      dependsOn: fc.array(fc.nat(20), { maxLength: 3 }),
      step: fc.nat(3),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .chain((parts) =>
    fc.record({ parts: fc.constant(parts), modes: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }) }),
  )
  .map(({ parts, modes }) => {
    // A component's step is never before those of what it depends on.
    const steps: number[] = [];
    const component = parts.map(({ dependsOn, step: wanted }, index) => {
      const targets = [...new Set(dependsOn.map((target) => target % Math.max(1, index)))].filter(() => index > 0);
      steps.push(Math.max(wanted, ...targets.map((target) => steps[target] ?? 0)));
      return { name: `c${index}`, dependsOn: targets.map((target) => `c${target}`) };
    });
    const workflow = modes.map((dag, index) => {
      const components = component.filter((_, position) => steps[position] === index).map(({ name }) => name);
      return step(`s${index}`, components.toReversed(), dag ? 'DAG' : 'StepByStep');
    });
    const document: PlanDocument = { component, workflow: workflow.filter(({ components }) => components.length > 0) };
    return {
      document,
      rendered: parts.flatMap(({ kinds }, index) => kinds.map((kind) => rendered(`c${index}`, kind))),
    };
  });

test('any plan has every object exactly once and respects dependencies, steps, priorities and component order', () => {
  fc.assert(
    fc.property(documents, ({ document, rendered: objects }) => {
      const plan = planWorkflow({ document, rendered: objects, jobTypes, stepTypes });
      const jobs = allJobs(plan);
      expect(new Set(jobs.map((job) => (job.kind === 'object' ? job.rendered : undefined)))).toEqual(new Set(objects));
      expect(new Set(jobs.map(({ key }) => key)).size).toBe(jobs.length);

      const executionByKey = new Map(
        allExecutions(plan).flatMap((execution, index) =>
          execution.buckets.flatMap((bucket) => bucket.jobs.map((job) => [job.component, index] as const)),
        ),
      );
      for (const { name, dependsOn = [] } of document.component) {
        for (const target of dependsOn) expect(executionByKey.get(target)).toBeLessThan(executionByKey.get(name) ?? -1);
      }
      const stepOrder = allExecutions(plan).map(({ stepIndex }) => stepIndex);
      expect(stepOrder).toEqual(stepOrder.toSorted((left, right) => left - right));
      for (const { buckets, stepIndex } of allExecutions(plan)) {
        const priorities = buckets.map(({ priority }) => priority);
        expect(priorities).toEqual([...new Set(priorities)].toSorted((left, right) => left - right));
        for (const bucket of buckets) {
          const order = bucket.jobs.map(
            ({ component }) => document.workflow[stepIndex]?.components.indexOf(component) ?? -1,
          );
          expect(order).toEqual(order.toSorted((left, right) => left - right));
          for (const job of bucket.jobs) expect(job.priority).toBe(bucket.priority);
        }
      }
    }),
  );
});
