/**
 * Update strategies (blue-green, canary) and the differences between what is rendered and what the cluster has.
 */
export { type DocumentDiff, diffDocuments } from './diff/diff-documents.ts';
export { diffRenderings } from './diff/diff-renderings.ts';
export { type FieldChange, fieldChanges } from './diff/field-change.ts';
export type { ChangeKind, ExplainedChange, ObjectChange } from './diff/object-change.ts';
export { type ObjectName, objectKey, objectName } from './object-key.ts';
export { planUpdate } from './plan-update.ts';
export type { Gate, UpdatePhase, UpdatePlan } from './update-plan.ts';
