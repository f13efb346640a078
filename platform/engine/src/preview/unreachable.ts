import { type ApiHandler, isRetryable, notFound } from '@kubemin/kubeapi';
import { WouldWaitError } from './no-wait-clock.ts';

/** Stands for a cluster that cannot be asked: it has nothing. What can be planned without a cluster is planned on it. */
export const emptyCluster: ApiHandler = async ({ path }) => {
  const { status } = notFound({ group: '', plural: 'objects' }, path);
  return { kind: 'object', status: 404, headers: {}, object: status };
};

/** Whether the error means that the cluster could not be reached, rather than that it refused. */
export function isUnreachable(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted || (isRetryable(error) && !(error instanceof WouldWaitError));
}
