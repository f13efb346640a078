import type { DocumentPath } from './document-path.ts';
import type { Report } from './problem-list.ts';

/** Components that a workflow delivers together; what depends on one another is put in order among them. */
export interface StepGroup {
  readonly path: DocumentPath;
  readonly components: readonly string[];
}

/** Reports components that a workflow delivers before what they depend on. `dependsOn` has the names by component. */
export function checkStepOrder(
  groups: readonly StepGroup[],
  dependsOn: ReadonlyMap<string, readonly string[]>,
  report: Report,
): void {
  const delivered = new Map<string, number>();
  for (const [index, { components }] of groups.entries()) {
    for (const name of components) if (!delivered.has(name)) delivered.set(name, index);
  }
  for (const [index, { path, components }] of groups.entries()) {
    for (const name of components) {
      for (const dependency of dependsOn.get(name) ?? []) {
        if ((delivered.get(dependency) ?? index) <= index) continue;
        report({
          path,
          code: 'WORKFLOW_CONTRADICTS_DEPENDENCY',
          message: `"${name}" depends on "${dependency}", which only a later step delivers.`,
          fix: `Move "${dependency}" to this step or an earlier one, or remove the dependency.`,
        });
      }
    }
  }
}
