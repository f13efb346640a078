/**
 * What a run would change, without changing it.
 */
export { type DryRunWrite, writeAction } from './dry-run-write.ts';
export type { Preview, PreviewedAction, PreviewedJob, PreviewedStep } from './preview.ts';
export { previewRun } from './preview-run.ts';
export { withoutServerFields } from './server-fields.ts';
export { isUnreachable } from './unreachable.ts';
