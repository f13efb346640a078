import { planMessages } from '../messages/index.ts';
import { PlanError } from '../task/index.ts';

/** Who depends on whom, by component name. */
export type Dependencies = ReadonlyMap<string, readonly string[]>;

/**
 * Splits `components` into waves: each component is in the first wave after everything in `components` that it depends
 * on. Inside a wave the given order stays. Without dependencies there is one wave.
 */
export function dependencyWaves(
  components: readonly string[],
  dependencies: Dependencies,
): readonly (readonly string[])[] {
  const members = new Set(components);
  const depths = new Map<string, number>();
  const waveIndex = (name: string): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    const inside = (dependencies.get(name) ?? []).filter((dependency) => members.has(dependency));
    const depth = inside.length === 0 ? 0 : 1 + Math.max(...inside.map(waveIndex));
    depths.set(name, depth);
    return depth;
  };
  const waves: string[][] = [];
  for (const name of components) {
    const depth = waveIndex(name);
    while (waves.length <= depth) waves.push([]);
    waves[depth]?.push(name);
  }
  return waves;
}

/** Refuses dependencies on components that do not exist, and circles, naming the whole circle. */
export function checkDependencies(dependencies: Dependencies): void {
  const finished = new Set<string>();
  const visit = (name: string, trail: readonly string[]): void => {
    if (finished.has(name)) return;
    const start = trail.indexOf(name);
    if (start >= 0) {
      const circle = [...trail.slice(start), name].join(' → ');
      throw new PlanError('component', planMessages.circle({ components: circle }));
    }
    const targets = dependencies.get(name);
    if (targets === undefined) {
      const owner = trail.at(-1) ?? name;
      throw new PlanError('component', planMessages.dependencyUnknown({ component: owner, dependency: name }));
    }
    for (const target of targets) visit(target, [...trail, name]);
    finished.add(name);
  };
  for (const name of dependencies.keys()) visit(name, []);
}
