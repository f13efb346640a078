import { RetryableError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import fc from 'fast-check';
import type { HandlerResult } from '../handler-result.ts';
import { forEachObject, type PhaseHandler, single } from '../phase-handler.ts';
import { type Job, type JobDefinition, jobDefinition } from './phase-bench.ts';

/** What a unit of work does per call; after the last entry it is done. */
export type Behaviour = 'fails' | 'waits' | 'moves' | 'breaks';

/** A tree of handlers as data, so that a failing case can be read. */
export type HandlerPlan =
  | { readonly kind: 'single'; readonly script: readonly Behaviour[] }
  | { readonly kind: 'objects'; readonly groups: readonly (string | undefined)[]; readonly batchSize: number }
  | { readonly kind: 'serial' | 'parallel'; readonly components: readonly HandlerPlan[] };

/** A sound definition as data. */
export interface MachinePlan {
  /** One per working phase, and where it goes when it fails. */
  readonly phases: readonly { readonly handler: HandlerPlan; readonly fails: 'A' | 'B' }[];
}

const leaf: fc.Arbitrary<HandlerPlan> = fc.oneof(
  fc.record({
    kind: fc.constant('single' as const),
    script: fc.array(fc.constantFrom<Behaviour[]>('fails', 'waits', 'moves', 'moves', 'breaks'), { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('objects' as const),
    groups: fc.array(fc.constantFrom(undefined, 'x', 'y'), { maxLength: 4 }),
    batchSize: fc.nat(2),
  }),
);

const tree = (depth: number): fc.Arbitrary<HandlerPlan> =>
  depth === 0
    ? leaf
    : fc.oneof(
        leaf,
        fc.record({
          kind: fc.constantFrom('serial' as const, 'parallel' as const),
          components: fc.array(tree(depth - 1), { minLength: 1, maxLength: 3 }),
        }),
      );

export const machinePlan: fc.Arbitrary<MachinePlan> = fc.record({
  phases: fc.array(fc.record({ handler: tree(2), fails: fc.constantFrom('A' as const, 'B' as const) }), {
    minLength: 1,
    maxLength: 3,
  }),
});

/** The external system: it records calls across crashes of the process. */
export interface World {
  /** Called when a unit of work starts, with its path; the returned function is called when it ends. */
  begins(path: readonly string[]): () => void;
}

/** The definition that a plan describes, acting on a world that counts calls across crashes. */
export function planDefinition(plan: MachinePlan, world: World): JobDefinition {
  const names = plan.phases.map((_, index) => `P${index}`);
  const failed = [...new Set(plan.phases.map(({ fails }) => fails))];
  return jobDefinition({
    initialPhase: 'P0',
    terminalPhases: ['Succeeded', ...failed],
    failedPhases: failed,
    normalTrans: Object.fromEntries(names.map((name, index) => [name, names[index + 1] ?? 'Succeeded'])),
    errorTrans: Object.fromEntries(plan.phases.map(({ fails }, index) => [`P${index}`, fails])),
    handlers: Object.fromEntries(
      plan.phases.map(({ handler }, index) => [`P${index}`, planHandler(handler, [`P${index}`], world)]),
    ),
    policies: Object.fromEntries(names.map((name) => [name, { maxAttempts: 3, backoff: { minMs: 10, maxMs: 100 } }])),
  });
}

function planHandler(plan: HandlerPlan, way: readonly string[], world: World): PhaseHandler<Job> {
  const name = way.at(-1) ?? '';
  if (plan.kind === 'single') return scriptedHandler(name, plan.script, () => world.begins(way));
  if (plan.kind === 'objects') return objectsHandler(name, plan, () => world.begins(way));
  const components = plan.components.map((component, index) => planHandler(component, [...way, `c${index}`], world));
  return { kind: 'composite', name, parallel: plan.kind === 'parallel', components };
}

function scriptedHandler(name: string, script: readonly Behaviour[], begins: () => () => void): PhaseHandler<Job> {
  let calls = 0;
  return single<Job>(name, async (context) => {
    const ends = begins();
    const behaviour = script[calls];
    calls += 1;
    // Yields to other components, as real work would.
    await context.exclusive(async () => undefined);
    ends();
    return behaviour === undefined ? { done: true } : runBehaviour(behaviour, calls);
  });
}

function runBehaviour(behaviour: Behaviour, calls: number): HandlerResult {
  switch (behaviour) {
    case 'fails':
      throw new RetryableError(verbatim('not now'), { code: 'NOT_NOW' });
    case 'breaks':
      throw new Error('broken');
    case 'waits':
      return { done: false, requeueAfterMs: 50 };
    case 'moves':
      return { done: false, checkpoint: `${calls}`, requeueAfterMs: 0 };
  }
}

function objectsHandler(
  name: string,
  { groups, batchSize }: Extract<HandlerPlan, { readonly kind: 'objects' }>,
  begins: () => () => void,
): PhaseHandler<Job> {
  return forEachObject<Job>({
    name,
    batchSize,
    list: async () => groups.map((group, index) => ({ id: `${index}`, ...(group === undefined ? {} : { group }) })),
    async handle(context) {
      const ends = begins();
      await context.exclusive(async () => undefined);
      ends();
      return { done: true };
    },
  });
}
