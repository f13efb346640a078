import { isRecord } from '@kubemin/base';
import { deriveWorkflow } from '@kubemin/model';
import type { JsonObject } from './json.ts';

/** A component of a draft as the editor shows it; the draft may be invalid, so everything is read with care. */
export interface DraftComponent {
  /** Its place in `component`. */
  readonly index: number;
  readonly name: string;
  readonly type: string;
  readonly value: JsonObject;
}

/** A workflow step of a draft. */
export interface DraftStep {
  readonly index: number;
  readonly name: string;
  readonly mode: 'StepByStep' | 'DAG';
  /** `deploy` where the step names none. */
  readonly jobType: string;
  readonly value: JsonObject;
  /** Its components, those of its sub steps among them, in order. */
  readonly places: readonly Place[];
}

/** One mention of a component in a step, or in a sub step. */
export interface Place {
  readonly component: string;
  readonly step: number;
  readonly sub?: number;
  /** Its place in the list of the step or sub step. */
  readonly at: number;
}

/** A column of the canvas. */
export type Lane =
  | { readonly kind: 'step'; readonly id: string; readonly step: DraftStep; readonly components: readonly string[] }
  | {
      /** What the platform does for a document without a workflow. */
      readonly kind: 'derived';
      readonly id: string;
      readonly name: string;
      readonly mode: 'StepByStep' | 'DAG';
      readonly components: readonly string[];
    }
  | { readonly kind: 'unscheduled'; readonly id: string; readonly components: readonly string[] };

export function readComponents(document: JsonObject): readonly DraftComponent[] {
  const list: readonly unknown[] = Array.isArray(document.component) ? document.component : [];
  return list.flatMap((value, index) =>
    isRecord(value) ? [{ index, name: readString(value.name), type: readString(value.type), value }] : [],
  );
}

export function findComponent(document: JsonObject, name: string): DraftComponent | undefined {
  return readComponents(document).find((component) => component.name === name);
}

export function readSteps(document: JsonObject): readonly DraftStep[] {
  const list = Array.isArray(document.workflow) ? document.workflow : [];
  return list.flatMap((value: unknown, index): readonly DraftStep[] => {
    if (!isRecord(value)) return [];
    const subSteps = Array.isArray(value.subSteps) ? value.subSteps : [];
    return [
      {
        index,
        name: readString(value.name),
        mode: value.mode === 'DAG' ? 'DAG' : 'StepByStep',
        jobType: readString(value.jobType) || 'deploy',
        value,
        places: [
          ...readNames(value.components).map((component, at) => ({ component, step: index, at })),
          ...subSteps.flatMap((step, sub) =>
            isRecord(step)
              ? readNames(step.components).map((component, at) => ({ component, step: index, sub, at }))
              : [],
          ),
        ],
      },
    ];
  });
}

/** The columns of the canvas: steps, or what stands for them, and last what no step delivers. */
export function readLanes(document: JsonObject): readonly Lane[] {
  const components = readComponents(document);
  const steps = readSteps(document);
  if (steps.length === 0) return derivedLanes(components);
  const known = new Set(components.map(({ name }) => name));
  const shown = new Set<string>();
  const lanes = steps.map((step): Lane => {
    // A component that two steps mention is in the first: the model reports the second.
    const names = step.jobType === 'deploy' ? step.places.map(({ component }) => component) : [];
    const own = names.filter((name) => known.has(name) && !shown.has(name));
    for (const name of own) shown.add(name);
    return { kind: 'step', id: `step:${step.index}`, step, components: [...new Set(own)] };
  });
  const rest = components.filter(({ name }) => !shown.has(name)).map(({ name }) => name);
  return [...lanes, { kind: 'unscheduled', id: 'unscheduled', components: [...new Set(rest)] }];
}

function derivedLanes(components: readonly DraftComponent[]): readonly Lane[] {
  const dependents = components.map(({ name, value }) => ({ name, dependsOn: readNames(value.dependsOn) }));
  // One after the other is what the platform does with them, and one lane shows it in less space.
  if (dependents.every(({ dependsOn }) => dependsOn.length === 0)) {
    return [
      {
        kind: 'derived',
        id: 'derived:0',
        name: '',
        mode: 'StepByStep',
        components: [...new Set(components.map(({ name }) => name))],
      },
    ];
  }
  const layers = deriveWorkflow(dependents);
  const placed = new Set(layers.flatMap((step) => step.components));
  const rest = dependents.filter(({ name }) => !placed.has(name)).map(({ name }) => name);
  return [
    ...layers.map(({ name, mode, components: names }, index): Lane => {
      return { kind: 'derived', id: `derived:${index}`, name, mode, components: names };
    }),
    // Only a circle of dependencies leaves components over, which the model reports.
    ...(rest.length > 0 ? [{ kind: 'unscheduled', id: 'unscheduled', components: rest } as const] : []),
  ];
}

/** Where the workflow mentions a component: in the step that delivers it. */
export function findPlace(document: JsonObject, component: string): Place | undefined {
  return readSteps(document)
    .filter(({ jobType }) => jobType === 'deploy')
    .flatMap(({ places }) => places)
    .find((place) => place.component === component);
}

export function readNames(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

export function readString(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The traits of a component in the order in which the platform processes them; unknown ones last. */
export function readTraits(
  component: JsonObject,
  order: readonly string[],
): readonly { readonly name: string; readonly count: number | undefined }[] {
  const traits = isRecord(component.traits) ? component.traits : {};
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(traits)
    .toSorted(([left], [right]) => rank(left) - rank(right))
    .map(([name, value]) => ({ name, count: Array.isArray(value) ? value.length : undefined }));
}
