import { KubeminError, toError } from '@kubemin/base';
import { queueRefused, queueUnavailable } from '../queue-error.ts';

/** Answers by which Kafka says no for good, until somebody changes something. */
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

/** What a failed call to Kafka means to us. The library wraps what the brokers say in several layers. */
export function kafkaFailure(thrown: unknown, where: string): Error {
  if (thrown instanceof KubeminError) return thrown;
  const refusal = [...apiIds(thrown)].find((id) => REFUSALS.has(id));
  return refusal === undefined
    ? queueUnavailable(`${where} is not to be had`, rootOf(thrown))
    : queueRefused(`${where} refuses (${refusal}); see its access rules and the settings of the queue`, rootOf(thrown));
}

/** Whether a broker said so. */
export function saidByKafka(thrown: unknown, apiId: string): boolean {
  return apiIds(thrown).has(apiId);
}

function apiIds(thrown: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  for (const error of layersOf(thrown)) {
    if ('apiId' in error && typeof error.apiId === 'string') found.add(error.apiId);
  }
  return found;
}

/** The innermost says what happened; the outer ones only that something did. */
function rootOf(thrown: unknown): Error {
  return layersOf(thrown).at(-1) ?? toError(thrown);
}

function layersOf(thrown: unknown): readonly Error[] {
  if (!(thrown instanceof Error)) return [];
  const inner = thrown instanceof AggregateError ? thrown.errors : [];
  return [thrown, ...inner.flatMap(layersOf), ...layersOf(thrown.cause)];
}
