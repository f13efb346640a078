import fc from 'fast-check';

const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('node' as const),
      name: fc.constantFrom('n1', 'n2'),
      gone: seldom(),
      unready: seldom(),
      unschedulable: seldom(),
      tainted: seldom(),
      zone: fc.constantFrom('x', 'x', 'y', 'y', undefined),
      disk: fc.constantFrom('ssd', 'hdd'),
      cpu: fc.constantFrom('1', '2', '4'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('pod' as const),
      name: fc.constantFrom('p1', 'p2', 'p3', 'p4'),
      gone: fc.boolean(),
      terminating: seldom(),
      on: fc.constantFrom('n1', 'n2'),
      app: fc.constantFrom('a', 'b'),
      hermit: seldom(),
      cpu: fc.constantFrom('0', '1', '2'),
      takesPort: fc.boolean(),
      mounts: fc.boolean(),
    }),
  },
  fc.record({
    kind: fc.constant('namespace' as const),
    gone: seldom(),
    team: fc.constantFrom('red', 'blue'),
  }),
  fc.record({
    kind: fc.constant('claim' as const),
    state: fc.constantFrom('gone' as const, 'immediate' as const, 'late' as const, 'bound' as const),
    exclusive: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('volume' as const),
    gone: seldom(),
    zone: fc.constantFrom('x', 'y'),
    reserved: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('resource-claim' as const),
    gone: seldom(),
    zone: fc.constantFrom('x', 'y', undefined),
  }),
);

/** One thing that happens to a cluster. */
export type ClusterStep = typeof anyStep extends fc.Arbitrary<infer Step> ? Step : never;

/** Such a thing of one kind. */
export type StepOf<K extends ClusterStep['kind']> = Extract<ClusterStep, { kind: K }>;

/** All that can happen to what placement depends on, in any order. */
export const clusterSteps: fc.Arbitrary<readonly ClusterStep[]> = fc.array(anyStep, { minLength: 20, maxLength: 40 });

/** Rare enough that a node with several such traits can still take a pod. */
function seldom(): fc.Arbitrary<boolean> {
  return fc.integer({ min: 0, max: 7 }).map((drawn) => drawn === 0);
}
