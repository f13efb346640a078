/**
 * Shows and follows runs.
 */
export { type EventRow, endRows, eventRow, localTime, runRows } from './event-row.ts';
export { followRun } from './follow-run.ts';
export { findJobLog, runsProgram } from './job-log.ts';
export { type QueueState, queueText } from './queue-text.ts';
export { approvalHint, endReason, jobLabel, jobText, oneLine } from './run-text.ts';
export { rollbackCommand, servingLine } from './serving-text.ts';
export { showRun } from './show-run.ts';
export { showStartedRun } from './show-started-run.ts';
export { stateMark, stateWord } from './state-text.ts';
