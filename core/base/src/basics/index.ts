/**
 * What every package needs and takes as a parameter: `Clock`, `Random` and `Logger`, with implementations for the
 * running process (`systemClock`, `systemRandom`, `jsonLogger`); and ids, backoff, periodic tasks, disposal,
 * directories and disk space. Nothing here keeps state at module level. `Clock.now` can jump; durations and deadlines
 * use `monotonic`.
 */
export { type BackoffOptions, backoffDelay } from './backoff.ts';
export { type Clock, systemClock } from './clock.ts';
export { Disposables, type Dispose } from './disposables.ts';
export { formatGoDuration, parseGoDuration } from './go-duration.ts';
export { orderedId, randomId, randomString, shortId } from './ids.ts';
export { ListenError, listenError } from './listen-error.ts';
export { jsonLine, type LogFormat, type LogRecord, textLine } from './log-line.ts';
export {
  type JsonLoggerOptions,
  jsonLogger,
  type LogFields,
  type Logger,
  type LogLevel,
  silentLogger,
} from './logger.ts';
export { once } from './once.ts';
export { ownEntry } from './own-entry.ts';
export { type PeriodicTask, runPeriodically } from './periodic-task.ts';
export { type Random, systemRandom } from './random.ts';
export { isRecord } from './record.ts';
export { closestName, listFirst } from './suggestion.ts';
export { clearVault, type Vault } from './vault.ts';
export { WakeSignal } from './wake-signal.ts';
