/**
 * Logs in the browser. `LogView` follows the logs of an application, `TextLog` shows a log that is there as a whole. Both
 * keep the newest 100,000 lines, render only the rows in view, and show what containers wrote as text: colours of terminals become
 * styles, other sequences are removed, control characters and characters that change the direction are visible.
 */
export type { LogSelection } from './log-stream.ts';
export { LogView, type LogViewProps } from './log-view.tsx';
export { TextLog } from './text-log.tsx';
