/**
 * How a component gets from one rendering to the next: `planUpdate` gives phases with gates for rolling, recreate,
 * canary and blue-green. Claims are never removed, because data outlives its workload. `diffRenderings` and
 * `diffDocuments` list what delivering changes; the latter finds the cause of each change by rendering every change of
 * the document alone. Pure: compares renderings, not the state of a cluster.
 */
export { type DocumentDiff, diffDocuments } from './diff/diff-documents.ts';
export { diffRenderings } from './diff/diff-renderings.ts';
export { type FieldChange, fieldChanges } from './diff/field-change.ts';
export type { ChangeKind, ExplainedChange, ObjectChange } from './diff/object-change.ts';
export { type ObjectName, objectKey, objectName } from './object-key.ts';
export { planUpdate } from './plan-update.ts';
export type { Gate, UpdatePhase, UpdatePlan } from './update-plan.ts';
