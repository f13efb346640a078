import { KubeminError, RetryableError, toError } from '@kubemin/base';
import { errorMessage, type Message } from '@kubemin/base/message';
import { queueMessages } from '../../messages/index.ts';
import { queueRefused, queueUnavailable } from '../queue-error.ts';

/** Errors of Kafka that stay until its settings or ours change. */
const REFUSALS: ReadonlySet<string> = new Set([
  'TOPIC_AUTHORIZATION_FAILED',
  'GROUP_AUTHORIZATION_FAILED',
  'CLUSTER_AUTHORIZATION_FAILED',
  'SASL_AUTHENTICATION_FAILED',
  'UNSUPPORTED_SASL_MECHANISM',
  'INVALID_REPLICATION_FACTOR',
  'INVALID_SESSION_TIMEOUT',
  'INCONSISTENT_GROUP_PROTOCOL',
]);

const NOT_JOINED = 'KAFKA_NOT_JOINED';

/** The error of an instance that is not in the consumer group; {@link kafkaFailure} adds where. */
export function notJoined(reason: Message): RetryableError {
  return new RetryableError(reason, { code: NOT_JOINED });
}

/** What a failed call to Kafka means. The library wraps the errors of brokers in several layers. */
export function kafkaFailure(thrown: unknown, where: string): Error {
  if (thrown instanceof KubeminError && thrown.code !== NOT_JOINED) return thrown;
  const refusal = [...apiIds(thrown)].find((id) => REFUSALS.has(id));
  const cause = rootCause(thrown);
  if (refusal === undefined) return queueUnavailable(where, cause);
  const reason = errorMessage(cause);
  return queueRefused(queueMessages.kafkaRefused({ queue: where, error: refusal, reason }), cause);
}

/** Whether the error is a response of a broker with this code. */
export function isKafkaError(thrown: unknown, apiId: string): boolean {
  return apiIds(thrown).has(apiId);
}

function apiIds(thrown: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  for (const error of causeChain(thrown)) {
    if ('apiId' in error && typeof error.apiId === 'string') found.add(error.apiId);
  }
  return found;
}

/** The innermost error is the cause. */
function rootCause(thrown: unknown): Error {
  return causeChain(thrown).at(-1) ?? toError(thrown);
}

function causeChain(thrown: unknown): readonly Error[] {
  if (!(thrown instanceof Error)) return [];
  const inner = thrown instanceof AggregateError ? thrown.errors : [];
  return [thrown, ...inner.flatMap(causeChain), ...causeChain(thrown.cause)];
}
