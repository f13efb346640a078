export { type BackoffOptions, backoffDelay } from './backoff.ts';
export { type Clock, systemClock } from './clock.ts';
export { Disposables, type Dispose } from './disposables.ts';
export { type ErrorDetails, KubeminError, RetryableError, TerminalError, toError } from './errors.ts';
export { randomId, randomString } from './ids.ts';
export {
  type JsonLoggerOptions,
  jsonLogger,
  type LogFields,
  type Logger,
  type LogLevel,
  silentLogger,
} from './logger.ts';
export { Nudge } from './nudge.ts';
export { type Random, systemRandom } from './random.ts';
