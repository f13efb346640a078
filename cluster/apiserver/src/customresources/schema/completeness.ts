import { fieldError } from '@kubemin/kubeapi';
import { inside, keyed } from './schema-path.ts';
import type { SchemaProblems } from './schema-problems.ts';
import type { StructuralSchema } from './structural-schema.ts';

/** The same place seen twice: where its structure is specified, and where a junctor speaks about it. */
interface Paths {
  readonly structure: string;
  readonly junctor: string;
}

/**
 * Whatever the root's junctors speak about must be specified outside of them, too: otherwise it would be pruned. Junctors
 * further inside are not looked at, as in Kubernetes: definitions that rely on it exist.
 */
export function checkCompleteness(schema: StructuralSchema, path: string, problems: SchemaProblems): void {
  checkJunctors(schema, schema, { structure: path, junctor: path }, problems);
}

function checkJunctors(
  conditions: StructuralSchema,
  structure: StructuralSchema,
  paths: Paths,
  problems: SchemaProblems,
): void {
  const check = (branch: StructuralSchema, junctor: string): void =>
    checkBranch(branch, structure, { ...paths, junctor }, problems);
  if (conditions.not !== undefined) check(conditions.not, inside(paths.junctor, 'not'));
  for (const junctor of ['allOf', 'anyOf', 'oneOf'] as const) {
    for (const [index, branch] of conditions[junctor].entries()) check(branch, keyed(paths.junctor, junctor, index));
  }
}

function checkBranch(
  branch: StructuralSchema,
  structure: StructuralSchema | undefined,
  paths: Paths,
  problems: SchemaProblems,
): void {
  if (structure === undefined) {
    problems.add(fieldError.required(paths.structure, `because it is defined in ${paths.junctor}`));
    return;
  }
  checkJunctors(branch, structure, paths, problems);
  if (branch.items !== undefined) {
    const at = { structure: inside(paths.structure, 'items'), junctor: inside(paths.junctor, 'items') };
    checkBranch(branch.items, structure.items, at, problems);
  }
  for (const [name, property] of branch.properties) {
    const at = {
      structure: keyed(paths.structure, 'properties', name),
      junctor: keyed(paths.junctor, 'properties', name),
    };
    checkBranch(property, structure.properties.get(name), at, problems);
  }
}
