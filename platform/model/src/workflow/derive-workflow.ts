import type { WorkflowStep } from '../field/index.ts';

interface Dependent {
  readonly name: string;
  readonly dependsOn?: readonly string[];
}

/**
 * The workflow of a document that has none. Where components have dependencies, one parallel step per layer of
 * dependencies; where none does, one step per component in the order they are written.
 */
export function deriveWorkflow(components: readonly Dependent[]): readonly WorkflowStep[] {
  if (components.every((component) => (component.dependsOn ?? []).length === 0)) {
    return components.map(({ name }) => ({ name, mode: 'StepByStep', jobType: 'deploy', components: [name] }));
  }
  return layers(components).map((names, index) => ({
    name: `layer-${index + 1}`,
    mode: 'DAG',
    jobType: 'deploy',
    components: names,
  }));
}

function layers(components: readonly Dependent[]): readonly (readonly string[])[] {
  const found: string[][] = [];
  const placed = new Set<string>();
  let waiting = components;
  while (waiting.length > 0) {
    const ready = waiting.filter(({ dependsOn = [] }) => dependsOn.every((name) => placed.has(name)));
    // Only a cycle leaves nothing ready, and documents with a cycle never get here; stopping beats spinning all the same.
    if (ready.length === 0) break;
    for (const { name } of ready) placed.add(name);
    found.push(ready.map(({ name }) => name));
    waiting = waiting.filter(({ name }) => !placed.has(name));
  }
  return found;
}

/** The names of one circle of dependencies, in order, if there is any. */
export function dependencyCycle(components: readonly Dependent[]): readonly string[] | undefined {
  const byName = new Map(components.map((component) => [component.name, component]));
  const done = new Set<string>();
  for (const { name } of components) {
    const cycle = cycleFrom(name, byName, done);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

/** Depth first without recursion: chains of a thousand components must not exhaust the stack. */
function cycleFrom(start: string, byName: ReadonlyMap<string, Dependent>, done: Set<string>) {
  const trail: { readonly name: string; next: number }[] = [{ name: start, next: 0 }];
  const onTrail = new Set([start]);
  for (let top = trail.at(-1); top !== undefined; top = trail.at(-1)) {
    const dependency = done.has(top.name) ? undefined : byName.get(top.name)?.dependsOn?.[top.next++];
    if (dependency === undefined) {
      done.add(top.name);
      onTrail.delete(top.name);
      trail.pop();
    } else if (onTrail.has(dependency)) {
      const names = trail.map(({ name }) => name);
      return [...names.slice(names.indexOf(dependency)), dependency];
    } else if (!done.has(dependency)) {
      onTrail.add(dependency);
      trail.push({ name: dependency, next: 0 });
    }
  }
  return undefined;
}
