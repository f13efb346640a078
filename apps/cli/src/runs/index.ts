/**
 * Shows runs: `showStartedRun` after a command started one, `showRun` and `followRun` for any. Drawn in place on a
 * terminal, one line for each transition elsewhere, events where `-o` asks for them. Ctrl-C and `--timeout` end the
 * display, never the run. Print texts of other programs through `oneLine`: their control characters would move the
 * cursor.
 */
export { callbackLines } from './callback-text.ts';
export { callbackRows, type EventRow, endRows, eventRow, localTime, runRows } from './event-row.ts';
export { followRun } from './follow-run.ts';
export { findJobLog, runsProgram } from './job-log.ts';
export { type QueueState, queueText } from './queue-text.ts';
export { approvalHint, endReason, jobLabel, jobText, oneLine } from './run-text.ts';
export { rollbackCommand, servingLine } from './serving-text.ts';
export { showRun, showStartedRun } from './show-run.ts';
export { stateMark, stateWord } from './state-text.ts';
