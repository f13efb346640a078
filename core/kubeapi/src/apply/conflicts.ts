import { applyConflict, type StatusError } from '../api/index.ts';
import type { StatusCause } from '../generated/types/meta.v1.gen.ts';
import { type FieldPath, type FieldSet, formatFieldPath } from './field-set.ts';
import type { ManagedFields, ManagerEntry } from './managed-fields.ts';

/** A field that another manager owns and the configuration would change. */
export interface FieldConflict {
  readonly owner: ManagerEntry;
  readonly path: FieldPath;
}

/** The conflicts of a change with the entries of others: by manager, then by path. */
export function findConflicts(others: ManagedFields, changed: FieldSet): readonly FieldConflict[] {
  const owners = others.toSorted((a, b) => (describe(a) < describe(b) ? -1 : 1));
  return owners.flatMap((owner) => [...owner.fields.intersection(changed).paths()].map((path) => ({ owner, path })));
}

/** Conflicts outside a set. */
export function conflictsOutside(conflicts: readonly FieldConflict[], allowed: FieldSet): readonly FieldConflict[] {
  return conflicts.filter(({ path }) => !allowed.has(path));
}

/** The refusal of an apply in Kubernetes' words. */
export function conflictError(conflicts: readonly FieldConflict[]): StatusError {
  const causes: readonly StatusCause[] = conflicts.map(({ owner, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${describe(owner)}`,
    field: formatFieldPath(path),
  }));
  return applyConflict(conflictMessage(conflicts), causes);
}

function conflictMessage(conflicts: readonly FieldConflict[]): string {
  const [only] = conflicts;
  if (only !== undefined && conflicts.length === 1) {
    return `Apply failed with 1 conflict: conflict with ${describe(only.owner)}: ${formatFieldPath(only.path)}`;
  }
  const lines = [...Map.groupBy(conflicts, ({ owner }) => owner)].flatMap(([owner, group]) => [
    `conflicts with ${describe(owner)}:`,
    ...group.map(({ path }) => `- ${formatFieldPath(path)}`),
  ]);
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
}

function describe({ manager, operation, apiVersion, subresource }: ManagerEntry): string {
  const name = JSON.stringify(manager);
  const full = subresource === '' ? name : `${name} with subresource ${JSON.stringify(subresource)}`;
  return operation === 'Update' ? `${full} using ${apiVersion}` : full;
}
