/**
 * What a run would change. `previewRun` prepares the run like a real one and executes its jobs one after the other
 * through `DryRunApi`, which sends each write as a dry run, so that defaults, quotas and admission of the cluster
 * apply. Nothing is stored, written or claimed. Steps with effects of their own are not executed, and a job that would
 * wait for another application is `unknown`. If the cluster cannot be reached, the preview has a warning and only what
 * is known without it.
 */
export { type DryRunWrite, writeAction } from './dry-run-write.ts';
export type { Preview, PreviewedAction, PreviewedJob, PreviewedStep } from './preview.ts';
export { previewRun } from './preview-run.ts';
export { withoutServerFields } from './server-fields.ts';
export { isUnreachable } from './unreachable.ts';
