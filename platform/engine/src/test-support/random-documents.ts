import fc from 'fast-check';

/** A document as a user would write it, with the one before it: the same components in an older version. */
export interface RandomDocument {
  readonly input: object;
  readonly previous: object;
  readonly dependencies: ReadonlyMap<string, readonly string[]>;
  /** Every step and sub step that does something else than deliver, by name. */
  readonly typedSteps: readonly string[];
}

const TYPES = ['config', 'secret', 'webservice', 'worker'] as const;
const STRATEGIES = ['rolling', 'recreate', 'canary', 'blue-green'] as const;
const STEP_TYPES = [
  { type: 'pause', properties: { duration: '1s' } },
  { type: 'approval', properties: { message: 'go on?' } },
] as const;

const part = fc.record({
  type: fc.constantFrom(...TYPES),
  strategy: fc.constantFrom(...STRATEGIES),
  dependsOn: fc.array(fc.nat(20), { maxLength: 3 }),
  place: fc.nat(6),
});

const step = fc.record({
  mode: fc.constantFrom('DAG', 'StepByStep'),
  /** 0: the step has its components itself. */
  subSteps: fc.nat(2),
  /** A step of its own type after it, or beside its sub steps. */
  typed: fc.option(fc.constantFrom(...STEP_TYPES), { nil: undefined }),
});

type Part = typeof part extends fc.Arbitrary<infer T> ? T : never;
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Documents the model accepts: with sub steps, steps of other types, both modes and every update strategy. */
export const randomDocuments: fc.Arbitrary<RandomDocument> = fc
  .record({
    parts: fc.array(part, { minLength: 1, maxLength: 10 }),
    steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  })
  .map(({ parts, steps }) => makeDocument(parts, steps));

function makeDocument(parts: readonly Part[], steps: readonly Step[]): RandomDocument {
  const places = steps.flatMap(({ subSteps }, index) =>
    Array.from({ length: Math.max(1, subSteps) }, (_, sub) => ({ step: index, sub })),
  );
  // A component's place is never before those of what it depends on, which all have smaller numbers: no circles.
  const chosen: number[] = [];
  const dependencies = parts.map(({ dependsOn, place }, index) => {
    const targets = index === 0 ? [] : [...new Set(dependsOn.map((target) => target % index))];
    chosen.push(Math.max(place % places.length, ...targets.map((target) => chosen[target] ?? 0)));
    return targets.map(componentName);
  });
  const at = (stepIndex: number, sub: number): readonly string[] =>
    parts.flatMap((_, index) => {
      const place = places[chosen[index] ?? 0];
      return place?.step === stepIndex && place.sub === sub ? [componentName(index)] : [];
    });
  const workflow = steps.flatMap((each, index) => makeSteps(each, index, (sub) => at(index, sub)));
  const components = (version: number) => parts.map((each, index) => makeComponent(each, index, version, dependencies));
  return {
    input: { name: 'random', component: components(2), workflow },
    previous: { name: 'random', component: components(1), workflow },
    dependencies: new Map(dependencies.map((targets, index) => [componentName(index), targets])),
    typedSteps: steps.flatMap(({ typed }, index) => (typed === undefined ? [] : [`typed-${index}`])),
  };
}

function makeSteps({ mode, subSteps, typed }: Step, index: number, at: (sub: number) => readonly string[]): object[] {
  const own = typed === undefined ? [] : [{ name: `typed-${index}`, ...typed }];
  const name = `step-${index}`;
  if (subSteps === 0) return [...(at(0).length === 0 ? [] : [{ name, mode, components: at(0) }]), ...own];
  const subs = Array.from({ length: subSteps }, (_, sub) => ({ name: `sub-${index}-${sub}`, components: at(sub) }));
  const all = [...subs.filter(({ components }) => components.length > 0), ...own];
  return all.length === 0 ? [] : [{ name, mode, subSteps: all }];
}

function makeComponent({ type, strategy }: Part, index: number, version: number, dependencies: readonly string[][]) {
  const base = { name: componentName(index), type, dependsOn: dependencies[index] };
  if (type === 'config') return { ...base, properties: { conf: { version: String(version) } } };
  if (type === 'secret') return { ...base, properties: { secret: { version: String(version) } } };
  const ports = type === 'webservice' ? { ports: [{ port: 80 }] } : {};
  return { ...base, image: `web:${version}`, properties: { ...ports, update: { strategy } } };
}

function componentName(index: number): string {
  return `part-${index}`;
}
