import { deepFreeze, internal, type WatchEvent } from '@kubemin/kubeapi';

/** The ERROR event by which a stream that cannot be understood says so before it ends: watches never throw. */
export function watchFailure(message: string): WatchEvent {
  return deepFreeze({ type: 'ERROR', object: internal(message).status });
}
