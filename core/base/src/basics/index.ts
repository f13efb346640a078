/**
 * What every package needs and takes as a parameter: `Clock`, `Random` and `Logger`, with implementations for the
 * running process (`systemClock`, `systemRandom`, `jsonLogger`); and ids, backoff, periodic tasks, disposal,
 * directories and disk space. Nothing here keeps state at module level. `Clock.now` can jump; durations and deadlines
 * use `monotonic`.
 */
export { type Clock, systemClock } from './clock.ts';
export { formatGoDuration, parseGoDuration } from './go-duration.ts';
export { orderedId, randomId, randomString, shortId } from './ids.ts';
export { Disposables, type Dispose, once } from './lifetime.ts';
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
export { type Random, systemRandom } from './random.ts';
export { isRecord, ownEntry } from './record.ts';
export { type BackoffOptions, backoffDelay, type PeriodicTask, runPeriodically, WakeSignal } from './repeated-work.ts';
export { closestName, listFirst } from './suggestion.ts';
export { clearVault, type Vault } from './vault.ts';
